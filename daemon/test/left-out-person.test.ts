import { expect, it } from 'vitest'
import { sampled } from '../../.config/testing/test-size.ts'
import { isCategoryFine, judgePeople } from '../eval/measure-people.ts'
import { readPeople } from '../eval/people.ts'

it('is understood as a stranger, by what other people’s mail has taught', async () => {
  const people = sampled(readPeople(), 2)
  const stranger = people.filter(({ letter }) => letter === 'O')

  const judged = await judgePeople(stranger, people)

  expect(judged.length).toBeGreaterThan(100)
  expect(judged.filter(isCategoryFine).length / judged.length).toBeGreaterThan(0.8)
  const scams = judged.filter(({ mail }) => mail.truth.scam)
  expect(scams.filter(({ finding }) => finding.draftResponse !== '')).toEqual([])
}, 120_000)
