import { render, screen } from '@testing-library/react'
import { type ComponentType, Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyOr } from './lazy-part.ts'

interface Greeted {
  readonly name: string
}

const Greeting = ({ name }: Greeted) => <p>Hello {name}</p>
const Plain = ({ name }: Greeted) => <p>{name}</p>

function show(load: () => Promise<ComponentType<Greeted>>): void {
  const Part = lazyOr(load, Plain)
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Part name="Ada" />
    </Suspense>,
  )
}

it('is shown once it is loaded', async () => {
  show(async () => Greeting)
  expect(screen.getByText('Loading')).toBeVisible()

  expect(await screen.findByText('Hello Ada')).toBeVisible()
})

it('has its place taken where it cannot be loaded', async () => {
  show(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))

  expect(await screen.findByText('Ada')).toBeVisible()
})

it('has its place taken where it does not load within two minutes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(() => new Promise(() => {}))

  await vi.advanceTimersByTimeAsync(119_000)
  expect(screen.getByText('Loading')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_500)

  expect(await screen.findByText('Ada')).toBeVisible()
})
