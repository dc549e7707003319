import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { expect, it, onTestFinished, vi } from 'vitest'
import { lazyPart, PartNotLoaded } from './lazy-part.ts'

function show(load: Parameters<typeof lazyPart>[0]) {
  const Part = lazyPart(load)
  return showGuarded(<Part />)
}

function showGuarded(part: ReactNode) {
  const errors: unknown[] = []
  render(
    <ErrorBoundary fallback={<p>failed</p>} onError={(error) => errors.push(error)}>
      <Suspense fallback={<p>loading</p>}>{part}</Suspense>
    </ErrorBoundary>,
    { onCaughtError: () => {} },
  )
  return errors
}

it('shows the part when it has been loaded', async () => {
  show(async () => () => <p>part</p>)

  expect(await screen.findByText('part')).toBeVisible()
})

it('fails with its own error when the script cannot be had', async () => {
  const errors = show(() => Promise.reject(new TypeError('no such file')))

  await screen.findByText('failed')
  expect(errors[0]).toBeInstanceOf(PartNotLoaded)
})

it('gives up after two minutes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(() => new Promise(() => {}))
  expect(screen.getByText('loading')).toBeVisible()

  await vi.advanceTimersByTimeAsync(119_000)
  expect(screen.getByText('loading')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_500)

  expect(await screen.findByText('failed')).toBeVisible()
})

it('gives up on the choices of a select in the same way', async () => {
  // a select of this test alone, whose choices never arrive
  vi.resetModules()
  vi.doMock('./used-select.tsx', () => new Promise(() => {}))
  onTestFinished(() => {
    vi.doUnmock('./used-select.tsx')
    vi.resetModules()
  })
  const { Select } = await import('./select.tsx')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const choices = [{ value: 'high', label: 'high' }]
  const errors = showGuarded(
    <Select label="Priority" value="high" choices={choices} onChange={() => {}}>
      high
    </Select>,
  )

  fireEvent.click(screen.getByRole('combobox', { name: 'Priority' }))
  await vi.advanceTimersByTimeAsync(120_500)

  expect(await screen.findByText('failed')).toBeVisible()
  expect(errors).toEqual([expect.objectContaining({ name: 'PartNotLoaded' })])
})
