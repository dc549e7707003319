import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { nextFrame, showMarkdown } from '../testing/show-markdown.tsx'

describe('code', () => {
  const fence = '```js\nconst a = 1\n'

  test('gets its colours only when its fence is closed', async () => {
    const view = showMarkdown(fence, { isStreaming: true })
    const area = screen.getByRole('group', { name: 'Code, js' })
    expect(area).toHaveAttribute('tabindex', '0')
    view.again(`${fence}const b = 2\n`)
    await waitFor(() => expect(view.container).toHaveTextContent('const b = 2'))
    expect(view.container.querySelector('[class^=tok-]')).toBeNull()
    view.again(`${fence}const b = 2\n\`\`\`\n`)
    await waitFor(() => expect(screen.getAllByText('const').at(0)).toHaveClass('tok-keyword'))
  })

  test('inside a list gets its colours only when the list is complete', async () => {
    const list = '1. Run\n   ```js\n   const a = 1\n   ```\n'
    const view = showMarkdown(list, { isStreaming: true })
    await nextFrame()
    expect(screen.getByText('const a = 1')).toBeVisible()
    view.again(`${list}\nThen wait`)
    expect(await screen.findByText('const')).toHaveClass('tok-keyword')
  })

  test('of a language without colours stays as it is', async () => {
    showMarkdown('```nonesuch\nx = 1\n```')
    await nextFrame()
    expect(screen.getByText('x = 1')).toBeVisible()
  })

  test('longer than one step is coloured to its end', async () => {
    const code = Array.from({ length: 300 }, (_, at) => `const n${at} = ${at}`).join('\n')
    const { container } = showMarkdown(`\`\`\`ts\n${code}\n\`\`\``)
    await waitFor(() => expect(container.querySelectorAll('.tok-keyword')).toHaveLength(300))
    expect(container.querySelector('pre')?.textContent).toBe(code)
  })

  test('is copied, which is said for two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
    showMarkdown(`${fence}\`\`\``)
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('const a = 1')
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Copied')
    act(() => vi.advanceTimersByTime(2000))
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible()
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  test('is selected instead when the clipboard refuses', async () => {
    const user = userEvent.setup()
    showMarkdown(`${fence}\`\`\``)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(getSelection()?.toString()).toBe('const a = 1')
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible()
  })

  test('can be wrapped', async () => {
    const user = userEvent.setup()
    showMarkdown(`${fence}\`\`\``)
    await user.click(screen.getByRole('button', { name: 'Wrap' }))
    expect(screen.getByRole('button', { name: 'Wrap' })).toHaveAttribute('aria-pressed', 'true')
  })
})
