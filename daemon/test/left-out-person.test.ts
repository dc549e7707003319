import { expect, it } from 'vitest'
import { sampled } from '../../.config/testing/test-size.ts'
import { ratesOf } from '../eval/measure-analysis.ts'
import { needsOverTime, trueAsks } from '../eval/measure-needs.ts'
import { isCategoryFine, judgePeople } from '../eval/measure-people.ts'
import { readPeople } from '../eval/people.ts'
import { finding } from './scripted-analysis.ts'

it('is understood as a stranger, by what other people’s mail has taught', async () => {
  const people = sampled(readPeople(), 2)
  const stranger = people.filter(({ letter }) => letter === 'O')

  const judged = await judgePeople(stranger, people)

  expect(judged.length).toBeGreaterThan(100)
  expect(judged.filter(isCategoryFine).length / judged.length).toBeGreaterThan(0.8)
  const scams = judged.filter(({ mail }) => mail.truth.scam)
  expect(scams.filter(({ finding }) => finding.draftResponse !== '')).toEqual([])
  const needs = ratesOf(needsOverTime(judged), (pair) => pair)
  expect(needs.recall).toBeGreaterThan(0.75)
  expect(needs.precision).toBeGreaterThan(0.75)
  const news = judged.filter(({ mail }) => mail.truth.category === 'newsletter')
  expect(needsOverTime(news).filter(([, seems]) => seems)).toEqual([])
}, 120_000)

it('is told of each mail that needs an answer as long as it does, where all is known of it', () => {
  const known = readPeople().flatMap(({ mails }) =>
    mails.map((mail) => {
      const { truth } = mail
      return { mail, finding, isSuspicious: truth.scam, asks: trueAsks(mail) }
    }),
  )
  const pairs = needsOverTime(known)
  expect(pairs.filter(([needs]) => needs).length).toBeGreaterThan(1000)
  expect(pairs.filter(([needs, seems]) => needs !== seems)).toEqual([])
})
