import { anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import type { Category } from '@shortlist/contracts/mail'
import { expect, it } from 'vitest'
import { mailByWeek } from './week-figure.tsx'

/** A Wednesday in week 47. */
const now = new Date(2026, 10, 18, 12)

function mail(date: Date, category: Category = 'newsletter') {
  return anAnalyzedEmail({ date: date.toISOString() }, { category })
}

it('shows eight weeks that end with this one', () => {
  const weeks = mailByWeek([], now)

  expect(weeks.map(({ number }) => number)).toEqual([40, 41, 42, 43, 44, 45, 46, 47])
})

it('lets a week begin on Monday', () => {
  const weeks = mailByWeek(
    [mail(new Date(2026, 10, 15, 23, 59)), mail(new Date(2026, 10, 16, 0, 0))],
    now,
  )

  expect(weeks.map(({ total }) => total)).toEqual([0, 0, 0, 0, 0, 0, 1, 1])
})

it('counts by family', () => {
  const day = new Date(2026, 10, 17)
  const mails = (['job_offer', 'job_rejection', 'freelance', 'tools', 'other'] as const).map(
    (category) => mail(day, category),
  )

  expect(mailByWeek(mails, now).at(-1)?.counts).toEqual({
    pipeline: 2,
    people: 1,
    reading: 1,
    other: 1,
  })
})

it('leaves out what is older, in the future, without analysis or without a date', () => {
  const weeks = mailByWeek(
    [
      mail(new Date(2026, 8, 27)),
      mail(new Date(2026, 10, 23)),
      anEmail({ date: now.toISOString() }),
      anAnalyzedEmail({ date: 'nonsense' }),
    ],
    now,
  )

  expect(weeks.every(({ total }) => total === 0)).toBe(true)
})

it('counts whole weeks where the clocks change', () => {
  const mails = Array.from({ length: 56 }, (_, day) => mail(new Date(2026, 8, 28 + day, 1)))

  expect(mailByWeek(mails, now).map(({ total }) => total)).toEqual(Array(8).fill(7))
})

it('numbers weeks across the turn of the year', () => {
  const weeks = mailByWeek([], new Date(2027, 0, 12))

  expect(weeks.map(({ number }) => number)).toEqual([48, 49, 50, 51, 52, 53, 1, 2])
})
