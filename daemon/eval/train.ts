import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Category, Priority } from '@shortlist/contracts/mail'
import { corpus } from '../../.config/testing/corpus.ts'
import { featuresOf } from '../src/mail/analysis/learned/features.ts'
import {
  LENGTH,
  LETTERS,
  type LinearModel,
  softmax,
  ZERO,
} from '../src/mail/analysis/learned/linear-model.ts'
import { readMessage } from '../src/mail/message/read-message.ts'
import type { ReadMessage } from '../src/mail/ports.ts'
import { readGoldSet } from './gold-set.ts'
import { prepare, readPeople } from './people.ts'
import { prepareMail } from './prepare-mail.ts'
import { fetchedMail, goldZone, rawMail } from './raw-mail.ts'

/** What one mail teaches. */
export interface Lesson {
  /** The person, "gold" or "everyday". */
  readonly of: string
  readonly features: readonly string[]
  /** What is true of it, as far as that is known. */
  readonly answers: Readonly<Partial<Record<Question, string>>>
}

type Question = 'category' | 'priority' | 'interview' | 'deadline' | 'scam'

const questions: Readonly<Record<Question, readonly string[]>> = {
  category: Category.options,
  priority: Priority.options,
  interview: ['yes', 'no'],
  deadline: ['yes', 'no'],
  scam: ['yes', 'no'],
}

const SEED = 14
const EVERYDAY = 'everyday'
/** One of so many everyday mails is learned from. */
const EVERYDAY_SHARE = 12

const EPOCHS = 20
const RATE = 0.3
const DECAY = 1e-4
/** The share of features that a step leaves out. */
const LEFT_OUT = 0.3
/** A feature that fewer mails have teaches little about others, and the file has to stay small. */
const MAILS_MIN = 6
const SMOOTHING = 3
const SCALE_MIN = 0.02

/** Everything there is to learn from: the mailboxes of all persons, and the gold set. */
export async function readLessons(): Promise<Lesson[]> {
  const lessons: Lesson[] = []
  for (const { letter, mails, zone } of readPeople())
    for (const mail of mails) {
      const { message } = await prepare(mail, zone)
      const { category, priority, hasInterview, hasDeadline, scam } = mail.truth
      const is = { interview: hasInterview, deadline: hasDeadline, scam }
      lessons.push(lesson(letter, message, { category, priority, ...is }))
    }
  for (const mail of readGoldSet()) {
    const { message } = await prepareMail(await rawMail(mail), goldZone)
    const { priority, interview, deadline, suspicious } = mail.expect
    const is = { interview, deadline, scam: suspicious }
    lessons.push(lesson('gold', message, { category: mail.category, priority, ...is }))
  }
  return [...lessons, ...(await readEverydayLessons())]
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
    const is = { interview: false, deadline: false, ...(!isSpam && { scam: false }) }
    lessons.push(lesson(EVERYDAY, message, { category, priority: 'low', ...is }))
  }
  return lessons
}

/** The truth about a mail, as far as it is known. */
type Truth = { readonly category: Category; readonly priority: Priority } & Partial<
  Readonly<Record<'interview' | 'deadline' | 'scam', boolean>>
>

function lesson(of: string, message: ReadMessage, truth: Truth): Lesson {
  const answers = Object.entries(truth).map(([question, answer]) => {
    return [question, typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : answer]
  })
  return { of, features: [...featuresOf(message)], answers: Object.fromEntries(answers) }
}

/** A model of these lessons; the same lessons give the same model. */
export function train(lessons: readonly Lesson[]): LinearModel {
  const vocabulary = new Vocabulary(lessons)
  const mails = lessons.map(({ features, answers }) => ({
    known: vocabulary.known(features),
    answers,
  }))
  const learned = Object.entries(questions).flatMap(([question, answers]) => {
    const rows = mails.flatMap(({ known, answers: right }) => {
      const answer = right[question as Question]
      return answer === undefined ? [] : [{ known, answer: answers.indexOf(answer) }]
    })
    const weights = learn(rows, vocabulary.scales, answers.length)
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
    const letters = learned.map((weights) => letter((weights[at] ?? 0) / steps.weight))
    const scale = letter((vocabulary.scales[at] ?? 0) / steps.scale - ZERO)
    features[kind] =
      `${features[kind] ?? ''} ${feature.slice(kind.length + 1)} ${scale}${letters.join('')}`
  }
  return { answers: questions, steps, features }
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

  constructor(lessons: readonly Lesson[]) {
    const having = new Map<string, Map<string, number>>()
    const all = new Map<string, number>()
    /** How many of the mails have it that somebody has labelled one by one. */
    const taught = new Map<string, number>()
    for (const { of, features, answers } of lessons) {
      const { category = 'other' } = answers
      add(all, category)
      for (const feature of features) {
        if (of !== EVERYDAY) add(taught, feature)
        const counts = having.get(feature) ?? new Map<string, number>()
        add(counts, category)
        having.set(feature, counts)
      }
    }
    const common = [...having].filter(([name]) => (taught.get(name) ?? 0) >= MAILS_MIN)
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

interface Row {
  readonly known: readonly number[]
  readonly answer: number
}

/**
 * Multinomial logistic regression by stochastic gradient descent (AdaGrad). Each step leaves out some
 * features by chance, so that none is relied on alone; the weights are the mean of the later epochs.
 */
function learn(rows: readonly Row[], scales: readonly number[], count: number): Float64Array {
  const size = scales.length * count
  const weights = new Float64Array(size)
  const squares = new Float64Array(size).fill(1e-8)
  const mean = new Float64Array(size)
  const random = randomNumbers(SEED)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { known, answer } of shuffled(rows, random)) {
      const kept = known.filter(() => random() >= LEFT_OUT)
      takeStep({ known: kept, answer }, scales, count, { weights, squares })
    }
    if (epoch < EPOCHS / 2) continue
    for (let at = 0; at < size; at += 1)
      mean[at] = (mean[at] ?? 0) + (weights[at] ?? 0) / (EPOCHS / 2)
  }
  return mean
}

function takeStep(
  { known, answer }: Row,
  scales: readonly number[],
  count: number,
  { weights, squares }: { weights: Float64Array; squares: Float64Array },
): void {
  const unit = LENGTH / (Math.hypot(...known.map((feature) => scales[feature] ?? 0)) || 1)
  const sums = Array.from({ length: count }, (_, at) =>
    known.reduce((sum, f) => sum + (weights[f * count + at] ?? 0) * (scales[f] ?? 0) * unit, 0),
  )
  const likely = softmax(sums)
  for (let at = 0; at < count; at += 1) {
    const error = (likely[at] ?? 0) - (at === answer ? 1 : 0)
    if (Math.abs(error) < 1e-3) continue
    for (const feature of known) {
      const place = feature * count + at
      const weight = weights[place] ?? 0
      const gradient = error * (scales[feature] ?? 0) * unit + DECAY * weight
      const square = (squares[place] ?? 0) + gradient * gradient
      squares[place] = square
      weights[place] = weight - (RATE * gradient) / Math.sqrt(square)
    }
  }
}

/** A linear congruential generator: the same numbers for the same seed, from 0 to below 1. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

/** Writes the weights that the daemon reads; `--leave-out A` learns nothing from that person. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { 'leave-out': { type: 'string', default: '' } } })
  const lessons = (await readLessons()).filter((lesson) => !values['leave-out'].includes(lesson.of))
  const file = new URL('../src/mail/analysis/learned/weights.json', import.meta.url)
  const text = `${JSON.stringify(train(lessons), null, 1)}\n`
  writeFileSync(file, text)
  process.stdout.write(`${lessons.length} mails, ${Math.round(text.length / 1024)} KB\n`)
}
