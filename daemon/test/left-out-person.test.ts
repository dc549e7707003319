import { expect, it } from 'vitest'
import { isCategoryFine, judgePeople } from '../eval/measure-people.ts'
import { readPeople } from '../eval/people.ts'
import { readLessons } from '../eval/train.ts'

it('is understood as a stranger, by what other people’s mail has taught', async () => {
  const stranger = readPeople().filter(({ letter }) => letter === 'B')

  const judged = await judgePeople(stranger, await readLessons())

  expect(judged.length).toBeGreaterThan(100)
  expect(judged.filter(isCategoryFine).length / judged.length).toBeGreaterThan(0.8)
  const scams = judged.filter(({ mail }) => mail.truth.scam)
  expect(scams.filter(({ finding }) => finding.draftResponse !== '')).toEqual([])
}, 120_000)
