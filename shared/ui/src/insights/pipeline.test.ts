import { anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import type { Category, Email } from '@shortlist/contracts/mail'
import { expect, it } from 'vitest'
import { derivePipeline } from './pipeline.ts'

const now = new Date('2026-11-21T12:00:00Z')
let count = 0

/** A mail of a company some days ago; `hasInterview` is off unless said otherwise. */
function mail(company: string, category: Category, daysAgo = 1, parts: Partial<Email> = {}): Email {
  const date = new Date(now.getTime() - daysAgo * 24 * 60 * 60 * 1000).toISOString()
  const from = `Somebody <jobs@${company}>`
  return anAnalyzedEmail(
    { id: `mail-${count++}`, from, date, ...parts },
    { category, hasInterview: false },
  )
}

it('counts a company once, however many mails it has sent', () => {
  const { reached } = derivePipeline(
    [
      mail('a.example', 'job_application'),
      mail('mail.a.example', 'job_application'),
      mail('a.example', 'job_interview'),
      mail('b.example', 'job_application'),
    ],
    now,
  )

  expect(reached).toEqual({ applied: 2, interview: 1, offer: 0, accepted: 0 })
})

it('takes the furthest stage, in whatever order the mails come', () => {
  const { links } = derivePipeline(
    [mail('a.example', 'job_offer', 3), mail('a.example', 'job_application', 1)],
    now,
  )

  expect(links).toEqual([
    { from: 'applied', to: 'interview', count: 1 },
    { from: 'interview', to: 'offer', count: 1 },
  ])
})

it('takes a rejection for the way out of the furthest stage', () => {
  const { reached, exits, links } = derivePipeline(
    [
      mail('a.example', 'job_rejection', 1),
      mail('a.example', 'job_interview', 5),
      mail('b.example', 'job_rejection', 2),
    ],
    now,
  )

  expect(reached).toMatchObject({ applied: 2, interview: 1 })
  expect(exits).toEqual({ rejected: 2, waiting: 0 })
  expect(links).toEqual([
    { from: 'applied', to: 'interview', count: 1 },
    { from: 'applied', to: 'rejected', count: 1 },
    { from: 'interview', to: 'rejected', count: 1 },
  ])
})

it('takes an acceptance for the end, also after a rejection', () => {
  const { reached, exits } = derivePipeline(
    [mail('a.example', 'job_acceptance', 40), mail('a.example', 'job_rejection', 60)],
    now,
  )

  expect(reached).toEqual({ applied: 1, interview: 1, offer: 1, accepted: 1 })
  expect(exits).toEqual({ rejected: 0, waiting: 0 })
})

it('takes three weeks without a word for waiting', () => {
  const fresh = [mail('a.example', 'job_application', 20.9)]
  const silent = [mail('a.example', 'job_application', 21), mail('a.example', 'job_offer', 30)]

  expect(derivePipeline(fresh, now).links).toEqual([])
  expect(derivePipeline(silent, now).links).toContainEqual({
    from: 'offer',
    to: 'waiting',
    count: 1,
  })
})

it('believes the flag of an interview in any category', () => {
  const flagged = anAnalyzedEmail({ from: 'a@a.example' }, { category: 'other' })

  expect(derivePipeline([flagged], now).reached.interview).toBe(1)
})

it('believes the user more than the flag', () => {
  const corrected = anAnalyzedEmail(
    { from: 'a@a.example', category: 'newsletter', corrected: ['category'] },
    { category: 'job_interview' },
  )

  expect(derivePipeline([corrected], now).reached.applied).toBe(0)
})

it('leaves out what speaks of no application or is not analysed', () => {
  const emails = [
    mail('a.example', 'newsletter'),
    mail('b.example', 'freelance'),
    anEmail({ from: 'c@c.example' }),
    anEmail({ from: 'd@d.example', category: 'job_offer' }),
  ]

  expect(derivePipeline(emails, now)).toMatchObject({ reached: { applied: 0 }, analyzed: 2 })
})

it('tells companies apart that one service writes for', () => {
  const from = (name: string) => ({ from: `${name} <no-reply@greenhouse.io>` })
  const { reached } = derivePipeline(
    [
      mail('', 'job_application', 1, from('Northwind')),
      mail('', 'job_application', 2, from('Northwind Hiring Team')),
      mail('', 'job_application', 3, from('Contoso')),
    ],
    now,
  )

  expect(reached.applied).toBe(2)
})

it('takes a company and the service that writes for it for one', () => {
  const { reached } = derivePipeline(
    [
      mail('', 'job_application', 3, { from: 'Northwind <no-reply@greenhouse.io>' }),
      mail('northwind.example', 'job_interview', 1),
    ],
    now,
  )

  expect(reached).toMatchObject({ applied: 1, interview: 1 })
})

it('does not guess between two companies of one name', () => {
  const { reached } = derivePipeline(
    [
      mail('', 'job_application', 3, { from: 'Northwind <no-reply@greenhouse.io>' }),
      mail('northwind.example', 'job_application'),
      mail('northwind.test', 'job_application'),
    ],
    now,
  )

  expect(reached.applied).toBe(3)
})

it('survives senders that are names of the language', () => {
  const emails = ['__proto__', 'constructor', 'toString'].map((name) =>
    mail('', 'job_application', 1, { id: name, from: `${name} <x@lever.co>` }),
  )

  expect(derivePipeline(emails, now).reached.applied).toBe(3)
})

it('lets every application that has gone on leave its stage by exactly one way', () => {
  const categories = ['job_application', 'job_interview', 'job_offer', 'job_rejection'] as const
  const emails = Array.from({ length: 200 }, (_, at) =>
    mail(`c${at % 60}.example`, categories[(at * 7) % 4] ?? 'job_application', (at * 3) % 50),
  )
  const { reached, links } = derivePipeline(emails, now)

  for (const stage of ['applied', 'interview', 'offer'] as const) {
    const gone = links.filter(({ from }) => from === stage)
    expect(gone.reduce((sum, link) => sum + link.count, 0)).toBeLessThanOrEqual(reached[stage])
  }
  expect(reached.applied).toBe(60)
})
