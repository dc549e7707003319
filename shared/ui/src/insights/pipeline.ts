import type { Email } from '@shortlist/contracts/mail'
import { categoryLooks } from '../email/categories.ts'
import { type Company, companyOf } from './company-of.ts'

/** How far an application has come, in this order. */
export const stages = ['applied', 'interview', 'offer', 'accepted'] as const
export type Stage = (typeof stages)[number]

/** Where an application ends that goes no further. */
export type Exit = 'rejected' | 'waiting'

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
  const applications = collect(emails)
  const counts = new Map<string, number>()
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const application of applications) {
    for (const stage of stages.slice(0, application.stage + 1)) count(stage)
    for (let at = 0; at < application.stage; at++) count(`${stages[at]} ${stages[at + 1]}`)
    const exit = exitOf(application, now)
    if (exit) {
      count(exit)
      count(`${stages[application.stage]} ${exit}`)
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
    analyzed: emails.filter(({ analyzed }) => analyzed).length,
  }
}

const ways: readonly (readonly [Stage, Stage | Exit])[] = [
  ['applied', 'interview'],
  ['applied', 'rejected'],
  ['applied', 'waiting'],
  ['interview', 'offer'],
  ['interview', 'rejected'],
  ['interview', 'waiting'],
  ['offer', 'accepted'],
  ['offer', 'rejected'],
  ['offer', 'waiting'],
]

function exitOf({ stage, isRejected, lastWord }: Application, now: Date): Exit | null {
  if (stages[stage] === 'accepted') return null
  if (isRejected) return 'rejected'
  return now.getTime() - lastWord >= WAITING_AFTER ? 'waiting' : null
}

function collect(emails: readonly Email[]): Iterable<Application> {
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
  return applications.values()
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
  for (const company of companies) {
    if (company.kind !== 'domain' || company.name === '') continue
    const known = domains.get(company.name)
    const isOther = known !== undefined && known !== company.domain
    domains.set(company.name, isOther ? null : company.domain)
  }
  return domains
}

function keyOf(company: Company, domains: ReadonlyMap<string, string | null>): string {
  if (company.kind === 'domain') return company.domain
  return domains.get(company.name) ?? `name ${company.name}`
}
