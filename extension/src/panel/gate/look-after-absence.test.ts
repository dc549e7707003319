import type { Connection } from '@shortlist/client/abilities'
import { createEventHub } from '@shortlist/client/assistant-client'
import { expect, it, vi } from 'vitest'
import { lookAfterAbsence } from './watch-daemon.ts'

function follow() {
  const hub = createEventHub()
  let tell: (connection: Connection) => void = () => {}
  const look = vi.fn()
  const watchConnection = (hear: typeof tell) => {
    tell = hear
    return () => {
      tell = () => {}
    }
  }
  const stop = lookAfterAbsence({ on: hub.on, watchConnection }, look)
  return {
    look,
    stop,
    join: () => hub.emit('synced', { running: [] }),
    tell: (connection: Connection) => tell(connection),
  }
}

it('does not look once more while the panel opens', () => {
  const { look, join, tell } = follow()

  tell('connecting')
  tell('online')
  join()

  expect(look).not.toHaveBeenCalled()
})

it('looks when the daemon goes, and each time that it is joined again', () => {
  const { look, join, tell, stop } = follow()
  join()

  tell('offline')
  expect(look).toHaveBeenCalledTimes(1)
  join()
  join()
  expect(look).toHaveBeenCalledTimes(3)
  stop()
  tell('offline')
  join()

  expect(look).toHaveBeenCalledTimes(3)
})

it('looks at a first join long after the last look: somebody has signed in', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const { look, join } = follow()

  now.mockReturnValue(60_000)
  join()

  expect(look).toHaveBeenCalledTimes(1)
})
