import { expect, it } from 'vitest'
import { memoryFile } from '../../test/memory-file.ts'
import { openCollection, type Rows } from '../platform/storage/collection.ts'
import { VisitRow, Visits } from './visits.ts'

const at = (day: number, hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 10, day, hour, minute))

/** Visits of ada, each noted when it was seen. */
async function visited(...times: readonly Date[]) {
  const visits = new Visits(await openCollection(memoryFile<Rows<VisitRow>>(), VisitRow))
  for (const time of times) await visits.note('ada', time.toISOString(), time)
  return (now: Date) => visits.endOfLast('ada', now)
}

it('knows of no last visit before there was one, nor just after the first', async () => {
  expect((await visited())(at(20, 9))).toBeNull()
  const since = await visited(at(20, 9))
  expect(since(at(20, 16, 59))).toBeNull()
  expect(since(at(20, 17))).toBe(at(20, 9).toISOString())
})

it('goes back to the evening all of the morning, however often one looks', async () => {
  const evening = at(20, 18, 10)
  const since = await visited(at(20, 9), evening, at(21, 9), at(21, 9, 20), at(21, 12))
  expect([at(21, 9), at(21, 12), at(21, 17, 19)].map(since)).toEqual(
    Array(3).fill(evening.toISOString()),
  )
  expect(since(at(21, 17, 20))).toBe(at(21, 9, 20).toISOString())
})

it('goes back two weeks at most', async () => {
  const since = await visited(at(1, 9))
  expect(since(at(20, 9))).toBe(at(6, 9).toISOString())
})

it('takes no visit for later than it was noted, and forgets none for an earlier one', async () => {
  const visits = new Visits(await openCollection(memoryFile<Rows<VisitRow>>(), VisitRow))
  await visits.note('ada', at(25, 9).toISOString(), at(20, 9))
  await visits.note('ada', at(19, 9).toISOString(), at(20, 10))
  expect(visits.endOfLast('ada', at(20, 20))).toBe(at(20, 9).toISOString())
  expect(visits.endOfLast('bob', at(20, 20))).toBeNull()
})
