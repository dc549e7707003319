import { Category } from '@shortlist/contracts/mail'
import type { Judged } from './judge-analysis.ts'
import { type Measures, measureAnalysis, type Rates } from './measure-analysis.ts'

const short: Record<Category, string> = {
  job_application: 'appl',
  job_rejection: 'reje',
  job_acceptance: 'acce',
  job_interview: 'intv',
  job_offer: 'offr',
  event: 'evnt',
  learning: 'lern',
  tools: 'tool',
  networking: 'netw',
  newsletter: 'news',
  community: 'comm',
  freelance: 'free',
  other: 'othr',
}

/** The measures as a table, those of the mails that were set aside in a column of their own. */
export function report(
  name: string,
  judged: readonly Judged[],
  { details }: { readonly details: boolean },
): string {
  const heldOut = judged.filter(({ mail }) => mail.heldOut)
  const columns = [judged, judged.filter(({ mail }) => !mail.heldOut), heldOut]
  const measured = columns.filter((part) => part.length > 0).map(measureAnalysis)
  const rows: [string, (measures: Measures) => string][] = [
    ['mails', ({ mails }) => String(mails)],
    ['category', ({ categories }) => percent(categories)],
    ['priority', ({ priorities }) => percent(priorities)],
    ['interviews', ({ interviews }) => both(interviews)],
    ['deadlines', ({ deadlines }) => both(deadlines)],
    ['scams', ({ scams }) => both(scams)],
    ['event times', ({ events }) => both(events)],
    ['newsletters high', ({ highNewsletters }) => String(highNewsletters)],
    ['by the model', ({ byModel }) => percent(byModel)],
  ]
  const head = ['', 'all', 'tuning', 'held out'].map((cell) => cell.padEnd(18)).join('')
  const lines = rows.map(([label, cell]) =>
    [label, ...measured.map(cell)]
      .map((text) => text.padEnd(18))
      .join('')
      .trimEnd(),
  )
  return [
    `\n${name} (rates: recall / precision)`,
    head.trimEnd(),
    ...lines,
    '',
    confusionMatrix(judged),
    ...(details ? mistakes(judged) : []),
    '',
  ].join('\n')
}

function confusionMatrix(judged: readonly Judged[]): string {
  const found = Map.groupBy(judged, ({ mail, finding }) => `${mail.category} ${finding.category}`)
  const categories = Category.options
  const head = ['expected \\ found', ...categories.map((each) => short[each])]
  const lines = categories.map((expected) => [
    expected,
    ...categories.map((each) => String(found.get(`${expected} ${each}`)?.length ?? '.')),
  ])
  return [head, ...lines]
    .map(
      ([label = '', ...cells]) => label.padEnd(17) + cells.map((each) => each.padStart(5)).join(''),
    )
    .join('\n')
}

function mistakes(judged: readonly Judged[]): string[] {
  return judged.flatMap(({ mail, finding, starts, isSuspicious }) => {
    const { expect } = mail
    const events = expect.events.map((start) => new Date(start).toISOString())
    const wrong = [
      differs('category', mail.category, finding.category),
      differs('priority', expect.priority, finding.priority),
      differs('interview', expect.interview, finding.hasInterview),
      differs('deadline', expect.deadline, finding.hasDeadline),
      differs('suspicious', expect.suspicious, isSuspicious),
      differs('events', events.toSorted().join(' '), [...new Set(starts)].toSorted().join(' ')),
    ].filter((text) => text !== '')
    return wrong.length === 0 ? [] : [`${mail.id}: ${wrong.join('; ')}`]
  })
}

function differs(what: string, expected: unknown, found: unknown): string {
  return expected === found ? '' : `${what} ${found || 'none'}, not ${expected || 'none'}`
}

/** Recall and precision, in percent. */
export function both({ recall, precision }: Rates): string {
  return `${percent(recall)} / ${percent(precision)}`
}

/** A share of 1 in percent. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
