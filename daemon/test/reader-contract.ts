import { describe, expect, it } from 'vitest'
import type { Clock } from '../src/platform/clock.ts'
import { manualClock } from './manual-clock.ts'

/** A reader in workers that fail in the way that the name of what they read says. */
export interface ReaderUnderTest {
  /** What was read of what is called so; null where that takes too much. */
  read(name: string): Promise<string | null>
  close(): Promise<void>
}

export interface ReaderSettings {
  readonly milliseconds?: number
  readonly clock?: Clock
  /** The worker: one that fails, or none at all. */
  readonly script: 'failing' | 'no-such'
}

/** What every reader does that reads in workers; what is called `same` says in which one it was read. */
export function describeReaderContract(
  name: string,
  open: (settings: ReaderSettings) => ReaderUnderTest,
): void {
  describe(`${name} in workers`, () => {
    it('blames one alone for what many together cost', async () => {
      const reader = open({ milliseconds: 1000, script: 'failing' })
      const names = [...'abcdefgh'].map((letter) => (letter === 'c' ? 'hang' : letter))

      const read = await Promise.all(names.map((each) => reader.read(each)))

      expect(read.map((each) => each === null)).toEqual(names.map((each) => each === 'hang'))
    })

    it('ends them when there is nothing to read for a minute, and starts new ones', async () => {
      const clock = manualClock()
      const reader = open({ script: 'failing', clock })
      const first = await reader.read('same')
      clock.pass(59_000)
      const second = await reader.read('same')

      clock.pass(60_000)

      expect(second).toBe(first)
      expect(await reader.read('same')).not.toBe(first)
    })

    it('blames nothing for one that cannot be started', async () => {
      await expect(open({ script: 'no-such' }).read('fine')).rejects.toThrow('no-such-worker')
    })

    it('ends reading when it is closed', async () => {
      const reader = open({ script: 'failing' })
      await reader.read('fine')
      const settled = Promise.allSettled(['hang', 'hang', 'fine'].map((each) => reader.read(each)))

      await reader.close()

      for (const outcome of await settled)
        expect(outcome).toHaveProperty('reason.name', 'AbortError')
      await expect(reader.read('fine')).rejects.toHaveProperty('name', 'AbortError')
    })
  })
}
