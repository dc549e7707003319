import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ContextMeter } from './context-meter.tsx'

function show(percent: number, promptTokens = 0) {
  const onNewChat = vi.fn()
  render(<ContextMeter percent={percent} promptTokens={promptTokens} onNewChat={onNewChat} />)
  const meter = screen.getByRole('meter', { name: 'Context used' })
  const [used, unsent] = [...meter.children] as HTMLElement[]
  return { meter, used, unsent, onNewChat }
}

it.each([
  [0, '~6300 tokens left', '0% context used'],
  [43.7, '~3547 tokens left', '43.7% context used'],
  [8.0238, '~5795 tokens left', '8% context used'],
  [100, '~0 tokens left', '100% context used'],
])('says what %d percent mean', (percent, left, used) => {
  const { meter } = show(percent)

  expect(screen.getByText(left)).toBeVisible()
  expect(screen.getByText(used)).toBeVisible()
  expect(meter).toHaveAttribute('aria-valuetext', `${used}, ${left}`)
})

it.each([
  [69.9, 'bg-meter-ok'],
  [70, 'bg-meter-warn'],
  [89.9, 'bg-meter-warn'],
  [90, 'bg-meter-bad'],
])('colours %d percent with %s', (percent, colour) => {
  expect(show(percent).used).toHaveClass(colour)
})

it('shows what the unsent question would take, up to the end', () => {
  expect(show(50, 630).unsent).toHaveStyle({ width: '10%' })
})

it('never shows more than is left', () => {
  expect(show(95, 6300).unsent).toHaveStyle({ width: '5%' })
})

it('offers a new chat from 90 percent on', async () => {
  const { onNewChat } = show(90)

  await userEvent.click(screen.getByRole('button', { name: 'Start a new chat' }))

  expect(onNewChat).toHaveBeenCalledOnce()
})

it('offers none before', () => {
  show(89.9)

  expect(screen.queryByRole('button')).toBeNull()
})
