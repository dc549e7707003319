import { createAnalyze } from '../src/mail/analysis/create-analyze.ts'
import { isSuspicious } from '../src/mail/analysis/is-suspicious.ts'
import { judgeBy } from '../src/mail/analysis/learned/judge-mail.ts'
import { LinearJudge } from '../src/mail/analysis/learned/linear-model.ts'
import { guidesLlm } from '../src/platform/llm/guides-llm.ts'
import { type Person, type PersonMail, prepare } from './people.ts'
import { type Lesson, train } from './train.ts'

/** How well the mails of one mailbox, or of one language, were understood: counts. */
export interface Counts {
  mails: number
  categories: number
  priorities: number
  interviews: { there: number; found: number; right: number }
  deadlines: { there: number; found: number; right: number }
  scams: { there: number; right: number }
  /** Ordinary mails that were taken for scams. */
  flagged: number
  forbiddenDrafts: number
}

/** A person or a language with its counts. */
export interface Line {
  readonly name: string
  readonly counts: Counts
}

/**
 * The mails of each person, analysed by the built-in rules with weights that were learned without
 * that person; persons and languages, one line each.
 */
export async function measurePeople(
  people: readonly Person[],
  lessons: readonly Lesson[],
  onWrong: (sentence: string) => void,
): Promise<{ persons: readonly Line[]; languages: readonly Line[] }> {
  const languages = new Map<string, Counts>()
  const persons: Line[] = []
  const analyze = createAnalyze({ llm: guidesLlm(), log: { warn: () => {} } })
  const { signal } = new AbortController()
  try {
    for (const { letter, zone, mails } of people) {
      judgeBy(new LinearJudge(train(lessons.filter((lesson) => lesson.of !== letter))))
      const counts = noCounts()
      for (const mail of mails) {
        const prepared = await prepare(mail, zone)
        const { finding } = await analyze(prepared, signal)
        const said = { ...finding, isScam: isSuspicious(prepared.message) }
        const ofLanguage = languages.get(mail.lang) ?? noCounts()
        languages.set(mail.lang, ofLanguage)
        for (const each of [counts, ofLanguage]) count(each, mail, said)
        const broken = mail.truth.mustNot.filter((rule) => breaks(finding.draftResponse, rule))
        if (broken.length > 0)
          onWrong(`${mail.id} draft breaks ${broken}: ${finding.draftResponse}`)
        if (!isFine(mail.truth, finding.category))
          onWrong(
            `${mail.id} ${mail.lang} ${mail.truth.category} > ${finding.category}: ${mail.subject}`,
          )
      }
      persons.push({ name: letter, counts })
    }
  } finally {
    judgeBy(undefined)
  }
  return { persons, languages: [...languages].map(([name, counts]) => ({ name, counts })) }
}

interface Said {
  readonly category: PersonMail['truth']['category']
  readonly priority: PersonMail['truth']['priority']
  readonly hasInterview: boolean
  readonly hasDeadline: boolean
  readonly draftResponse: string
  readonly isScam: boolean
}

function noCounts(): Counts {
  return {
    mails: 0,
    categories: 0,
    priorities: 0,
    interviews: { there: 0, found: 0, right: 0 },
    deadlines: { there: 0, found: 0, right: 0 },
    scams: { there: 0, right: 0 },
    flagged: 0,
    forbiddenDrafts: 0,
  }
}

function count(counts: Counts, { truth }: PersonMail, said: Said): void {
  counts.mails += 1
  counts.categories += Number(isFine(truth, said.category))
  counts.priorities += Number([truth.priority, ...truth.priorityAlsoFine].includes(said.priority))
  note(counts.interviews, truth.hasInterview, said.hasInterview)
  note(counts.deadlines, truth.hasDeadline, said.hasDeadline)
  if (truth.scam) {
    counts.scams.there += 1
    counts.scams.right += Number(said.category === 'other' && said.priority === 'low')
  } else counts.flagged += Number(said.isScam)
  counts.forbiddenDrafts += Number(truth.mustNot.some((rule) => breaks(said.draftResponse, rule)))
}

function note(counts: Counts['interviews'], isThere: boolean, isFound: boolean): void {
  counts.there += Number(isThere)
  counts.found += Number(isFound)
  counts.right += Number(isThere && isFound)
}

function isFine({ category, alsoFine }: PersonMail['truth'], said: Said['category']): boolean {
  return said === category || alsoFine.includes(said)
}

/** What a draft says that does what a rule forbids, in the four languages. */
const forbidden: Readonly<Record<string, RegExp>> = {
  'any-draft': /\S/,
  'accept-time':
    /works for me|passt (?:mir|gut)|me convient|me viene bien|me va bien|look forward to (?:talking|speaking|meeting)|freue mich auf|me réjouis|con gusto|confirmo|ich bestätige/i,
  'accept-offer': /delighted|happy to accept|accept the offer|nehme .* an\b|ravie?|acepto/i,
  'thank-for-invitation':
    /thank you (?:very much )?for (?:the|your) invitation|danke? für die einladung|remercie de (?:l'|votre )invitation|gracias por la invitaci/i,
  'send-data': /transmets|will send|sende ich|attached|adjunto|ci-joint|im anhang/i,
}

function breaks(draft: string, rule: string): boolean {
  return forbidden[rule]?.test(draft.trim()) ?? false
}

/** The lines as a table. */
export function peopleTable(title: string, lines: readonly Line[]): string {
  const head = [
    '',
    'mails',
    'category',
    'priority',
    'interview',
    'deadline',
    'scams',
    'flagged',
    'forbidden drafts',
  ]
  const rows = lines.map(({ name, counts }) => [
    name,
    String(counts.mails),
    percent(counts.categories, counts.mails),
    percent(counts.priorities, counts.mails),
    `${percent(counts.interviews.right, counts.interviews.there)} / ${percent(counts.interviews.right, counts.interviews.found)}`,
    `${percent(counts.deadlines.right, counts.deadlines.there)} / ${percent(counts.deadlines.right, counts.deadlines.found)}`,
    `${counts.scams.right} of ${counts.scams.there}`,
    String(counts.flagged),
    String(counts.forbiddenDrafts),
  ])
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return `${title}\n${[head, ...rows].map(line).join('\n')}\n\n`
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : ((100 * part) / whole).toFixed(1)
}
