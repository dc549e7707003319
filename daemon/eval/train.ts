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
} from '../src/mail/analysis/learned/linear-model.ts'
import { readMessage } from '../src/mail/message/read-message.ts'
import { readGoldSet } from './gold-set.ts'
import { prepare, readPeople } from './people.ts'
import { prepareMail } from './prepare-mail.ts'

/** What one mail teaches. */
export interface Lesson {
  /** The person, "gold" or "everyday". */
  readonly of: string
  readonly features: readonly string[]
  /** What is true of it, as far as that is known. */
  readonly answers: Readonly<Partial<Record<Question, string>>>
}

export const questions = {
  category: Category.options,
  priority: Priority.options,
  interview: ['yes', 'no'],
  deadline: ['yes', 'no'],
  scam: ['yes', 'no'],
} as const
export type Question = keyof typeof questions

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
      const { category, priority, hasInterview, hasDeadline, scam } = mail.truth
      const features = [...featuresOf((await prepare(mail, zone)).message)]
      const answers = {
        category,
        priority,
        interview: yesOrNo(hasInterview),
        deadline: yesOrNo(hasDeadline),
        scam: yesOrNo(scam),
      }
      lessons.push({ of: letter, features, answers })
    }
  for (const mail of readGoldSet()) {
    const { priority, interview, deadline, suspicious } = mail.expect
    const answers = {
      category: mail.category,
      priority,
      interview: yesOrNo(interview),
      deadline: yesOrNo(deadline),
      scam: yesOrNo(suspicious),
    }
    const features = [...featuresOf((await prepareMail(mail)).message)]
    lessons.push({ of: 'gold', features, answers })
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
    const fetched = { uid: 1, receivedAt: '2002-10-01T00:00:00.000Z', isWhole: true, parts: [] }
    const message = await readMessage({ ...fetched, source: raw })
    const isSpam = name.startsWith('spam')
    const answers = {
      category: message.isBulk && !isSpam ? 'community' : 'other',
      priority: 'low',
      interview: 'no',
      deadline: 'no',
      ...(!isSpam && { scam: 'no' }),
    }
    lessons.push({ of: EVERYDAY, features: [...featuresOf(message)], answers })
  }
  return lessons
}

/** A model of these lessons; the same lessons give the same model. */
export function train(lessons: readonly Lesson[]): LinearModel {
  const vocabulary = new Vocabulary(lessons)
  const learned = Object.entries(questions).flatMap(([question, answers]) => {
    const weights = learn(vocabulary, lessons, question as Question)
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
    const scale = letter((vocabulary.scales[at] ?? 0) / steps.scale - 32)
    features[kind] =
      `${features[kind] ?? ''} ${feature.slice(kind.length + 1)} ${scale}${letters.join('')}`
  }
  return { answers: questions, steps, features }
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}

function letter(value: number): string {
  return LETTERS[Math.min(63, Math.max(0, Math.round(value) + 32))] ?? ''
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
function learn(
  vocabulary: Vocabulary,
  lessons: readonly Lesson[],
  question: Question,
): Float64Array {
  const answers: readonly string[] = questions[question]
  const size = vocabulary.names.length * answers.length
  const [weights, squares, mean] = [0, 1e-8, 0].map((start) => new Float64Array(size).fill(start))
  if (!weights || !squares || !mean) throw new Error('Three arrays were made.')
  const rows = lessons
    .filter((lesson) => lesson.answers[question] !== undefined)
    .map(({ features, answers: right }) => ({
      known: vocabulary.known(features),
      answer: answers.indexOf(right[question] ?? ''),
    }))
  const random = randomNumbers(SEED)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { known, answer } of shuffled(rows, random)) {
      const kept = known.filter(() => random() >= LEFT_OUT)
      takeStep({ known: kept, answer }, vocabulary.scales, answers.length, { weights, squares })
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
