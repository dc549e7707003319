import type { ApplicationOutcome } from '@shortlist/client/abilities'
import type { Email } from '@shortlist/contracts/mail'
import { categoryLooks } from '../mail/mail-looks.tsx'
import { type Company, companyOf } from './company-of.ts'

/** How far an application has come, in this order. */
export const stages = ['applied', 'interview', 'offer', 'accepted'] as const
export type Stage = ApplicationOutcome['stage']

/** Where an application ends that goes no further. */
export type Exit = NonNullable<ApplicationOutcome['exit']>

/** So many applications have gone from one place to the next. */
export interface PipelineLink {
  readonly from: Stage
  readonly to: Stage | Exit
  readonly count: number
}

export interface Pipeline {
  /** How many applications have come at least this far. */
  readonly reached: Readonly<Record<Stage, number>>
  readonly exits: Readonly<Record<Exit, number>>
  /** Only those with a count above 0. Applications with fresh news have no way out yet. */
  readonly links: readonly PipelineLink[]
  /** How many analysed emails this is based on. */
  readonly analyzed: number
}

/** Without a word for so long an application is waiting, in milliseconds. */
const WAITING_AFTER = 21 * 24 * 60 * 60 * 1000

/** Below so many applications a plot says nothing. */
export const PIPELINE_MIN = 3

interface Application {
  stage: number
  isRejected: boolean
  /** Epoch milliseconds of the last mail. */
  lastWord: number
}

/**
 * What has become of applications, one for each company however many mails it has sent. The stage is
 * the furthest one reached; a rejection is the way out of it and does not replace it.
 */
export function derivePipeline(emails: readonly Email[], now: Date): Pipeline {
  const outcomes = collect(emails).map((application) => ({
    stage: stages[application.stage] ?? 'applied',
    exit: exitOf(application, now),
    count: 1,
  }))
  return countPipeline(outcomes, emails.filter(({ analyzed }) => analyzed).length)
}

/** The pipeline of applications that have ended, or stand, in these ways. */
export function countPipeline(outcomes: readonly ApplicationOutcome[], analyzed: number): Pipeline {
  const counts = new Map<string, number>()
  for (const { stage, exit, count } of outcomes) {
    const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + count)
    const way = stages.slice(0, stages.indexOf(stage) + 1)
    for (const each of way) add(each)
    for (const [at, each] of way.slice(1).entries()) add(`${way[at]} ${each}`)
    if (exit) {
      add(exit)
      add(`${stage} ${exit}`)
    }
  }
  const of = (key: string) => counts.get(key) ?? 0
  return {
    reached: {
      applied: of('applied'),
      interview: of('interview'),
      offer: of('offer'),
      accepted: of('accepted'),
    },
    exits: { rejected: of('rejected'), waiting: of('waiting') },
    links: ways.flatMap(([from, to]) => {
      const count = of(`${from} ${to}`)
      return count > 0 ? [{ from, to, count }] : []
    }),
    analyzed,
  }
}

/** From each stage but the last, to the next one and to each way out. */
const ways = stages.slice(0, -1).flatMap((from, at) => {
  const to = [...stages.slice(at + 1, at + 2), 'rejected', 'waiting'] as const
  return to.map((each) => [from, each] as const)
})

function exitOf({ stage, isRejected, lastWord }: Application, now: Date): Exit | null {
  if (stages[stage] === 'accepted') return null
  if (isRejected) return 'rejected'
  return now.getTime() - lastWord >= WAITING_AFTER ? 'waiting' : null
}

function collect(emails: readonly Email[]): readonly Application[] {
  const news = emails.flatMap((email) => {
    const stage = stageOf(email)
    const company = stage === null ? null : companyOf(email.from)
    return stage === null || !company ? [] : [{ email, stage, company }]
  })
  const domains = domainsByName(news.map(({ company }) => company))
  const applications = new Map<string, Application>()
  for (const { email, stage, company } of news) {
    const key = keyOf(company, domains)
    const known = applications.get(key) ?? { stage: 0, isRejected: false, lastWord: 0 }
    applications.set(key, {
      stage: Math.max(known.stage, stage),
      isRejected: known.isRejected || email.category === 'job_rejection',
      lastWord: Math.max(known.lastWord, Date.parse(email.date) || 0),
    })
  }
  return [...applications.values()]
}

/** The place in `stages` that a mail speaks of; null for one that speaks of no application. */
function stageOf({ analyzed, analysis, category, corrected }: Email): number | null {
  if (!analyzed || !category) return null
  if (category === 'job_acceptance') return 3
  if (category === 'job_offer') return 2
  if (category === 'job_interview') return 1
  const isPipeline = categoryLooks[category].family === 'pipeline'
  // a user who says that it is something else knows better than the flag
  const isInterview = analysis?.hasInterview && (isPipeline || !corrected.includes('category'))
  if (isInterview) return 1
  return isPipeline ? 0 : null
}

/** A service that writes for a company and the company itself are one, where their names agree. */
function domainsByName(companies: readonly Company[]): ReadonlyMap<string, string | null> {
  const domains = new Map<string, string | null>()
  for (const { domain, name } of companies) {
    if (domain === null || name === '') continue
    const known = domains.get(name)
    domains.set(name, known === undefined || known === domain ? domain : null)
  }
  return domains
}

function keyOf({ domain, name }: Company, domains: ReadonlyMap<string, string | null>): string {
  return domain ?? domains.get(name) ?? `name ${name}`
}
