import { beforeEach, expect, it, vi } from 'vitest'
import type { Connection } from '../abilities.ts'
import { watchConnection } from './watch-connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

function watch(isThere = true) {
  const health = { isThere, asked: 0 }
  const connection = watchConnection(async () => {
    health.asked += 1
    if (!health.isThere) throw new Error('nobody answers')
  })
  const states: Connection[] = []
  const stop = connection.watch((state) => states.push(state))
  return { connection, health, states, stop }
}

it('is connecting until the first answer', () => {
  const { connection, states } = watch()
  connection.answered()
  connection.answered()

  expect(states).toEqual(['connecting', 'online'])
})

it('asks every 3 seconds while nobody is there, until somebody is', async () => {
  const { connection, health, states } = watch(false)
  connection.failed()
  await vi.advanceTimersByTimeAsync(6000)
  expect(health.asked).toBe(2)

  health.isThere = true
  await vi.advanceTimersByTimeAsync(3000)
  expect(states).toEqual(['connecting', 'offline', 'online'])

  await vi.advanceTimersByTimeAsync(30_000)
  expect(health.asked).toBe(3)
})

it('asks nobody while nobody watches', async () => {
  const { connection, health, stop } = watch(false)
  stop()
  connection.failed()

  await vi.advanceTimersByTimeAsync(30_000)

  expect(health.asked).toBe(0)
})

it('says nothing about a socket that comes back within 2 seconds', async () => {
  const { connection, health, states } = watch(false)
  connection.answered()
  connection.socketLost()
  await vi.advanceTimersByTimeAsync(1900)
  connection.socketFound()

  await vi.advanceTimersByTimeAsync(10_000)

  expect(states).toEqual(['connecting', 'online'])
  expect(health.asked).toBe(0)
})

it('says offline when a socket stays away and the daemon does not answer', async () => {
  const { connection, states } = watch(false)
  connection.answered()
  connection.socketLost()
  await vi.advanceTimersByTimeAsync(1000)
  connection.socketLost()

  await vi.advanceTimersByTimeAsync(1000)

  expect(states).toEqual(['connecting', 'online', 'offline'])
})

it('does not say online while the socket is refused, whatever calls are answered', async () => {
  const { connection, states } = watch()
  connection.answered()
  connection.socketRefused()
  connection.answered()
  connection.socketRefused()
  expect(states).toEqual(['connecting', 'online', 'crowded'])

  connection.failed()
  await connection.ask()
  connection.socketFound()

  expect(states.slice(3)).toEqual(['offline', 'crowded', 'online'])
})

it('stays online when only the socket is lost', async () => {
  const { connection, states } = watch(true)
  connection.answered()
  connection.socketLost()

  await vi.advanceTimersByTimeAsync(10_000)

  expect(states).toEqual(['connecting', 'online'])
})
