import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Category, Priority } from '@shortlist/contracts/mail'
import { z } from 'zod'
import { corpus } from '../../.config/testing/corpus.ts'
import {
  featuresOf,
  featuresOfTime,
  LETTERS,
  type LinearModel,
  wordFeatures,
  ZERO,
} from '../src/mail/analysis/learned/judge-mail.ts'
import { viewMail } from '../src/mail/analysis/rules/mail-view.ts'
import { readTimes } from '../src/mail/analysis/rules/propose-events.ts'
import { foldText } from '../src/mail/mail-text.ts'
import { readMessage } from '../src/mail/message/read-message.ts'
import type { ReadMessage } from '../src/mail/ports.ts'
import { fitLogisticRegression } from './fit-logistic-regression.ts'
import { readGoldSet } from './gold-set.ts'
import { asksReader } from './measure-needs.ts'
import {
  type Person,
  PersonMail,
  prepare,
  readPeople,
  startsOf,
  type WrittenMail,
} from './people.ts'
import { prepareMail } from './prepare-mail.ts'
import { fetchedMail, goldZone, rawMail } from './raw-mail.ts'

/** What one mail teaches. */
export interface Lesson {
  /** The person, "gold" or "everyday". */
  readonly of: string
  readonly features: readonly string[]
  /** What is true of it, as far as that is known. */
  readonly answers: Readonly<Partial<Record<Question, string>>>
  /** Other categories that a fair judge would accept. */
  readonly alsoFine: readonly string[]
}

type Question =
  | 'category'
  | 'priority'
  | 'meeting'
  | 'deadline'
  | 'scam'
  | 'reply'
  | 'fixed'
  | 'asks'

/** What is asked, and how it is learned. */
export interface Course {
  readonly questions: Readonly<Partial<Record<Question, readonly string[]>>>
  /** A feature that fewer lessons have teaches little about others, and the file has to stay small. */
  readonly leastLessons: number
  /** What the square of a weight costs. */
  readonly decay: number
}

/** What is asked of a mail. */
const mailQuestions = {
  category: Category.options,
  priority: Priority.options,
  meeting: ['interview', 'another', 'none'],
  deadline: ['yes', 'no'],
  scam: ['yes', 'no'],
  reply: ['yes', 'no'],
  fixed: ['yes', 'no'],
  asks: ['yes', 'no'],
}
const ofMail: Course = { questions: mailQuestions, leastLessons: 6, decay: 5e-5 }

/** Whether a time that a mail names is fixed for the reader. */
export const ofTime: Course = {
  questions: { fixed: ['yes', 'no'] },
  leastLessons: 2,
  decay: 2.5e-4,
}

const EVERYDAY = 'everyday'
/** One of so many everyday mails is learned from. */
const EVERYDAY_SHARE = 12

const SENTENCES = 'sentences'

/** What a lesson counts for, beside one of a person. */
const LESSON_WEIGHTS = new Map([
  [EVERYDAY, 0.3],
  [SENTENCES, 0.6],
])

/** How right the other categories are that a fair judge would accept, together. */
const ALSO_FINE = 0.2
const SMOOTHING = 3
/** A feature with no weight of so many steps says nothing. */
const TELLING = 1.5
const SCALE_MIN = 0.02

/** Everything there is to learn from: the mailboxes of the persons, and the gold set. */
export async function readLessons(people: readonly Person[] = readPeople()): Promise<Lesson[]> {
  const lessons: Lesson[] = []
  for (const { letter, mails, zone } of people)
    for (const mail of mails) {
      const { message } = await prepare(mail, zone)
      const { category, alsoFine, priority, hasInterview, hasDeadline, scam, act } = mail.truth
      const is = {
        meeting: meetingOf(hasInterview, act !== 'none'),
        deadline: hasDeadline,
        scam,
        reply: mail.truth.reply !== 'none',
        fixed: mail.truth.events.some(({ book }) => book),
        asks: asksReader(mail.truth),
      }
      lessons.push(lesson(letter, message, { category, priority, ...is }, alsoFine))
    }
  for (const mail of readGoldSet()) {
    const { message } = await prepareMail(await rawMail(mail), goldZone)
    const { priority, interview, deadline, suspicious } = mail.expect
    const meeting = meetingOf(interview, mail.expect.events.length > 0)
    const is = { meeting, deadline, scam: suspicious }
    lessons.push(lesson('gold', message, { category: mail.category, priority, ...is }))
  }
  return [...lessons, ...readPhraseLessons(), ...(await readEverydayLessons())]
}

/** Every time that the mails of the persons name, and the sentences, and whether it is fixed for the reader. */
export async function readTimeLessons(people: readonly Person[] = readPeople()): Promise<Lesson[]> {
  const lessons: Lesson[] = []
  for (const { letter, mails, zone } of people)
    for (const mail of mails) {
      const fixed = startsOf(mail.truth.events, zone)
      for (const { features, start } of await readNamed(mail, zone))
        lessons.push(timeLesson(letter, features, fixed.includes(start)))
    }
  for (const { events, ...mail } of readSentences()) {
    const [fixed, named] = [startsOf(events, goldZone), startsOf(events, goldZone, false)]
    // of "tomorrow at 3" nobody knows which day its author had in mind
    const isKnown = (start: string) => fixed.length === 0 || [...fixed, ...named].includes(start)
    for (const { features, start } of await readNamed(mail, goldZone))
      if (isKnown(start)) lessons.push(timeLesson(SENTENCES, features, fixed.includes(start)))
  }
  return lessons
}

function timeLesson(of: string, features: readonly string[], isFixed: boolean): Lesson {
  return { of, features, answers: { fixed: isFixed ? 'yes' : 'no' }, alsoFine: [] }
}

/** The times of a mail that say all that an appointment needs. */
async function readNamed(mail: WrittenMail, zone: string) {
  const view = viewMail(await prepare(mail, zone))
  return readTimes(view).flatMap(({ date, words }) => {
    const { time, hasDay, hasTime, isPast, isOld } = date
    if (time.kind !== 'instant' || !hasDay || !hasTime || isPast || isOld) return []
    return [{ features: [...featuresOfTime(words)], start: new Date(time.start).toISOString() }]
  })
}

const Sentence = PersonMail.shape.truth.pick({ events: true }).extend({
  subject: z.string(),
  text: z.string(),
})

/** Sentences that do something to a time, as mails of nothing else. */
function readSentences() {
  const lines = readFileSync(new URL('./sentences.jsonl', import.meta.url), 'utf8').trim()
  const from = 'Noa Feld <noa@brightloom.example>'
  return lines.split('\n').map((line) => {
    return { ...Sentence.parse(JSON.parse(line)), from, date: '2027-02-24T10:00:00+01:00' }
  })
}

/**
 * Single sentences that tell a category: what is short, or said in one sentence among many, counts
 * too. ", meeting" behind the category says that they are about a meeting that is no interview.
 */
function readPhraseLessons(): Lesson[] {
  const table = readFileSync(new URL('./phrases.txt', import.meta.url), 'utf8')
  return table.split(/\n(?=\S)/).flatMap((block) => {
    const [head = '', ...sentences] = block.trim().split(/\n */)
    const [name, another] = head.split(', ')
    const category = Category.parse(name)
    const meeting = meetingOf(category === 'job_interview', another !== undefined)
    return sentences.map((sentence) => ({
      of: 'phrases',
      features: [...wordFeatures(foldText(sentence))],
      answers: { category, meeting },
      alsoFine: [],
    }))
  })
}

/**
 * Mails of people who neither seek nor offer work, which are none of those that the tests look at.
 * Nobody has said which of the spam are frauds.
 */
async function readEverydayLessons(): Promise<Lesson[]> {
  const lessons: Lesson[] = []
  let index = 0
  for (const { name, raw } of corpus()) {
    index += 1
    if (index % EVERYDAY_SHARE !== EVERYDAY_SHARE / 2) continue
    const message = await readMessage(fetchedMail(raw, '2002-10-01T00:00:00Z'))
    const isSpam = name.startsWith('spam')
    const category = message.isBulk && !isSpam ? 'community' : 'other'
    const meeting = meetingOf(false, false)
    const is = {
      meeting,
      deadline: false,
      reply: false,
      asks: false,
      ...(!isSpam && { scam: false }),
    }
    lessons.push(lesson(EVERYDAY, message, { category, priority: 'low', ...is }))
  }
  return lessons
}

/** The reader's meeting that a mail is about. */
function meetingOf(isInterview: boolean, isAny: boolean): 'interview' | 'another' | 'none' {
  if (isInterview) return 'interview'
  return isAny ? 'another' : 'none'
}

/** The truth about a mail, as far as it is known. */
type Truth = {
  readonly category: Category
  readonly priority: Priority
  readonly meeting: ReturnType<typeof meetingOf>
} & Partial<Readonly<Record<'deadline' | 'scam' | 'reply' | 'fixed' | 'asks', boolean>>>

function lesson(
  of: string,
  message: ReadMessage,
  truth: Truth,
  alsoFine: readonly string[] = [],
): Lesson {
  const answers = Object.entries(truth).map(([question, answer]) => {
    return [question, typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : answer]
  })
  return { of, features: [...featuresOf(message)], answers: Object.fromEntries(answers), alsoFine }
}

/** A model of these lessons; the same lessons give the same model. */
export function train(
  lessons: readonly Lesson[],
  { questions, leastLessons, decay }: Course = ofMail,
): LinearModel {
  const vocabulary = new Vocabulary(lessons, leastLessons)
  const mails = lessons.map((each) => ({ ...each, known: vocabulary.known(each.features) }))
  const learned = Object.entries(questions).flatMap(([question, answers]) => {
    const rows = mails.flatMap((each) => {
      const right = each.answers[question as Question]
      if (right === undefined) return []
      const fine = each.alsoFine.filter((answer) => answers.includes(answer) && answer !== right)
      const shared = fine.length === 0 ? 0 : ALSO_FINE
      const shares = answers.map((answer) =>
        answer === right ? 1 - shared : fine.includes(answer) ? shared / fine.length : 0,
      )
      const weight = LESSON_WEIGHTS.get(each.of) ?? 1
      return [{ known: each.known, answers: shares, weight }]
    })
    const weights = fitLogisticRegression(rows, {
      scales: vocabulary.scales,
      count: answers.length,
      decay,
    })
    const count = answers.length
    const last = (feature: number) => weights[feature * count + count - 1] ?? 0
    return answers
      .slice(0, -1)
      .map((_, at) => vocabulary.names.map((_n, f) => (weights[f * count + at] ?? 0) - last(f)))
  })
  const highest = learned.flat().reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const steps = {
    weight: rounded(highest / 31),
    scale: rounded(Math.max(...vocabulary.scales) / 63),
  }
  const features: Record<string, string> = {}
  for (const [at, feature] of vocabulary.names.entries()) {
    const kind = feature.slice(0, feature.indexOf(':'))
    const values = learned.map((weights) => (weights[at] ?? 0) / steps.weight)
    if (values.every((value) => Math.abs(value) < TELLING)) continue
    const letters = values.map(letter)
    const scale = letter((vocabulary.scales[at] ?? 0) / steps.scale - ZERO)
    features[kind] =
      `${features[kind] ?? ''} ${feature.slice(kind.length + 1)} ${scale}${letters.join('')}`
  }
  return { answers: questions as LinearModel['answers'], steps, features }
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}

function letter(value: number): string {
  return LETTERS[Math.min(63, Math.max(0, Math.round(value) + ZERO))] ?? ''
}

/** The features that are learned about, and how much each one says about the category of a mail. */
class Vocabulary {
  readonly names: readonly string[]
  readonly scales: readonly number[]
  readonly #places: ReadonlyMap<string, number>

  constructor(lessons: readonly Lesson[], least: number) {
    const having = new Map<string, Map<string, number>>()
    const all = new Map<string, number>()
    /** How many of the mails have it that somebody has labelled one by one. */
    const taught = new Map<string, number>()
    for (const { of, features, answers } of lessons) {
      const category =
        answers.scam === 'yes' ? 'scam' : (answers.category ?? answers.fixed ?? 'other')
      add(all, category)
      for (const feature of features) {
        if (of !== EVERYDAY) add(taught, feature)
        const counts = having.get(feature) ?? new Map<string, number>()
        add(counts, category)
        having.set(feature, counts)
      }
    }
    const common = [...having].filter(([name]) => (taught.get(name) ?? 0) >= least)
    this.names = common.map(([name]) => name)
    this.scales = common.map(([, counts]) => Math.sqrt(divergence(counts, all) + SCALE_MIN))
    this.#places = new Map(this.names.map((name, at) => [name, at]))
  }

  /** The features of a mail that are known. */
  known(features: readonly string[]): number[] {
    return features.flatMap((name) => this.#places.get(name) ?? [])
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** How far the mails with a feature are from all mails (Kullback and Leibler), smoothed. */
function divergence(counts: ReadonlyMap<string, number>, all: ReadonlyMap<string, number>): number {
  const mails = total(all)
  return [...all].reduce((sum, [answer, count]) => {
    const prior = count / mails
    const share = ((counts.get(answer) ?? 0) + SMOOTHING * prior) / (total(counts) + SMOOTHING)
    return sum + share * Math.log(share / prior)
  }, 0)
}

/** Writes the weights that the daemon reads; `--leave-out A` learns nothing from that person. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { 'leave-out': { type: 'string', default: '' } } })
  const write = (name: string, lessons: readonly Lesson[], course: Course) => {
    const known = lessons.filter(({ of }) => !values['leave-out'].includes(of))
    const text = `${JSON.stringify(train(known, course), null, 1)}\n`
    writeFileSync(new URL(`../src/mail/analysis/learned/${name}`, import.meta.url), text)
    process.stdout.write(`${name}: ${known.length} lessons, ${Math.round(text.length / 1024)} KB\n`)
  }
  write('weights.json', await readLessons(), ofMail)
  write('time-weights.json', await readTimeLessons(), ofTime)
}
