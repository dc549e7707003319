import type { Category } from '@shortlist/contracts/mail'
import type { Judged } from './judge-analysis.ts'

/** How many of those there are were found, and how many of those found are there. */
export interface Rates {
  readonly recall: number
  readonly precision: number
}

export interface Measures {
  readonly mails: number
  readonly categories: number
  readonly priorities: number
  readonly interviews: Rates
  readonly deadlines: Rates
  readonly scams: Rates
  readonly events: Rates
  /** Newsletters that were rated high. */
  readonly highNewsletters: number
  /** Analyses that did not fall back to the rules, where a model was asked. */
  readonly byModel: number
  readonly confusions: readonly Confusion[]
}

export interface Confusion {
  readonly expected: Category
  readonly found: Category
  readonly ids: readonly string[]
}

/** What the product promises of its rules. */
export const gates = { categories: 0.8, interviews: 0.95, highNewsletters: 0 } as const

export function measureAnalysis(judged: readonly Judged[]): Measures {
  const share = (is: (each: Judged) => boolean) => judged.filter(is).length / judged.length
  return {
    mails: judged.length,
    categories: share(({ mail, finding }) => mail.category === finding.category),
    priorities: share(({ mail, finding }) => mail.expect.priority === finding.priority),
    interviews: ratesOf(judged, (each) => [each.mail.expect.interview, each.finding.hasInterview]),
    deadlines: ratesOf(judged, (each) => [each.mail.expect.deadline, each.finding.hasDeadline]),
    scams: ratesOf(judged, (each) => [each.mail.expect.suspicious, each.isSuspicious]),
    events: eventRates(judged),
    highNewsletters: judged.filter(isHighNewsletter).length,
    byModel: share(({ finding }) => finding.analyzer === 'model'),
    confusions: confusionsOf(judged),
  }
}

/** What a measure misses of the gates, as sentences; empty where it passes. */
export function missedGates({ categories, interviews, highNewsletters }: Measures): string[] {
  const missed: string[] = []
  if (categories < gates.categories) missed.push('Too few categories are right.')
  if (interviews.recall < gates.interviews) missed.push('Too many interviews are missed.')
  if (highNewsletters > gates.highNewsletters) missed.push('A newsletter is rated high.')
  return missed
}

function isHighNewsletter({ mail, finding }: Judged): boolean {
  return mail.category === 'newsletter' && finding.priority === 'high'
}

/** The rates of what is there in some mails, and of what was found in them. */
export function ratesOf<Each>(
  judged: readonly Each[],
  pair: (each: Each) => readonly [expected: boolean, found: boolean],
): Rates {
  const pairs = judged.map(pair)
  const right = pairs.filter(([expected, found]) => expected && found).length
  return rates(
    right,
    pairs.filter(([expected]) => expected).length,
    pairs.filter(([, found]) => found).length,
  )
}

function eventRates(judged: readonly Judged[]): Rates {
  const expected = judged.map(({ mail }) =>
    mail.expect.events.map((start) => new Date(start).toISOString()),
  )
  const found = judged.map(({ starts }) => [...new Set(starts)])
  const right = found.flatMap((starts, index) =>
    starts.filter((start) => expected[index]?.includes(start)),
  )
  return rates(right.length, expected.flat().length, found.flat().length)
}

function rates(right: number, expected: number, found: number): Rates {
  return {
    recall: expected === 0 ? 1 : right / expected,
    precision: found === 0 ? 1 : right / found,
  }
}

function confusionsOf(judged: readonly Judged[]): Confusion[] {
  const wrong = judged.filter(({ mail, finding }) => mail.category !== finding.category)
  const groups = Map.groupBy(wrong, ({ mail, finding }) => `${mail.category} ${finding.category}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const ids = group.map(({ mail }) => mail.id)
    return [{ expected: first.mail.category, found: first.finding.category, ids }]
  })
}
