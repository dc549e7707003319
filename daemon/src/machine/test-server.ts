import type { ModelServerForm, ModelTest, ModelTestStep } from '@shortlist/contracts/machine'
import { AppError } from '../errors.ts'
import { cleanLine } from '../platform/clean-text.ts'
import type { Llm, Prompt } from '../platform/llm/llm.ts'
import { describeServer } from '../platform/llm/server/describe-server.ts'
import { statusOf } from '../platform/llm/server/llm-failure.ts'
import { defaultRetryPolicy, llmTimers } from '../platform/llm/server/stream-reply.ts'

/** What a test of a model server is made with. */
export interface ServerTrial {
  /** Rejects with an `AppError` where the server must not be asked. */
  readonly fetch: typeof fetch
  /** The engine of the server, which contacts it with its first call. */
  readonly engine: Llm
  /** Longest silence of the server, in seconds. */
  readonly stallSeconds: number
  readonly signal: AbortSignal
}

/** A key may chat without seeing the list, and some servers have none. */
const UNLISTED = [403, 404, 405, 501]

const order = ['reach', 'key', 'models', 'answer'] as const
type Step = (typeof order)[number]

/** Tries a model server in four steps, of which the first bad one ends it; stores nothing. */
export async function testServer(form: ModelServerForm, trial: ServerTrial): Promise<ModelTest> {
  const steps = new Map<Step, ModelTestStep>()
  const say = (step: Step, state: 'good' | 'bad', detail: string, ms: number | null = null) =>
    steps.set(step, { step, state, detail, ms })
  const begun = performance.now()
  const sinceBegun = () => Math.round(performance.now() - begun)
  try {
    const listed = await list(form, trial)
    say('reach', 'good', `${new URL(form.url).host} answers`, sinceBegun())
    say('key', 'good', form.key === '' ? 'No key is sent.' : 'The key is taken.')
    say('models', 'good', listed)
    const asked = performance.now()
    const word = await firstWord(trial)
    say('answer', 'good', `It says "${word}".`, Math.round(performance.now() - asked))
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    const step = stepOf(failure, steps.has('models'))
    for (const before of order.slice(0, order.indexOf(step))) {
      if (!steps.has(before)) say(before, 'good', '')
    }
    say(step, 'bad', detailOf(failure, step, form), step === 'reach' ? sinceBegun() : null)
    if (step === 'key') steps.delete('models')
  }
  const untried = { state: 'not-tried', detail: '', ms: null } as const
  return {
    isGood: steps.get('answer')?.state === 'good',
    steps: order.map((step) => steps.get(step) ?? { step, ...untried }),
  }
}

/** Which models it has, in one sentence. */
async function list(form: ModelServerForm, trial: ServerTrial): Promise<string> {
  const { stallSeconds, fetch } = trial
  const limits = {
    timers: llmTimers(stallSeconds),
    retry: { ...defaultRetryPolicy, delaysMs: [] },
  }
  const address = { baseUrl: form.url, apiKey: form.key || undefined, fetch }
  try {
    const { models } = await describeServer(address, limits)
    const names = models.slice(0, SHOWN).map(({ name }) => cleanLine(name, TEXT_MAX))
    const more = models.length > names.length ? ', ...' : ''
    return `${models.length}: ${names.join(', ')}${more}`
  } catch (failure) {
    if (UNLISTED.includes(statusOf(failure))) return 'It does not list its models.'
    throw failure
  }
}

/** So many models are named, and so many characters of what a server says are shown. */
const SHOWN = 8
const TEXT_MAX = 60

const question = 'Say one word.'
const prompt: Prompt = {
  messages: [{ role: 'user', content: question }],
  question,
  mode: 'chat',
  passages: [],
}

/** How long a word may take, in milliseconds; some models think for longer before each. */
const WORD_MS = 60_000
const NO_WORD = 'It said no word within a minute.'

const WORD = /^\s*(\S+)\s/

/** The beginning of an answer, which ends the answer. */
async function firstWord({ engine, signal }: ServerTrial): Promise<string> {
  const enough = new AbortController()
  const either = AbortSignal.any([signal, enough.signal, AbortSignal.timeout(WORD_MS)])
  let said = ''
  for await (const piece of engine.stream(prompt, either)) {
    said += piece
    if (WORD.test(said)) enough.abort()
  }
  const word = cleanLine(WORD.exec(`${said} `)?.[1] ?? '', TEXT_MAX)
  if (word === '') throw new AppError('LLM_STALL', NO_WORD)
  return word
}

function stepOf(failure: AppError, isListed: boolean): Step {
  const status = statusOf(failure)
  if (failure.code === 'ADDRESS_REFUSED') return 'reach'
  if (failure.code === 'LLM_AUTH') return 'key'
  if (isListed) return 'answer'
  const isSilent = failure.code === 'LLM_UNREACHABLE' || failure.code === 'LLM_STALL'
  return isSilent && status === 0 ? 'reach' : 'models'
}

function detailOf(failure: AppError, step: Step, { url, key }: ModelServerForm): string {
  const { host } = new URL(url)
  if (step === 'key') return key === '' ? `${host} wants a key.` : `${host} refuses the key.`
  if (failure.code === 'LLM_UNREACHABLE' && step === 'reach') return `Nobody answers at ${host}.`
  if (failure.code === 'LLM_MALFORMED' && step === 'models')
    return `What answers at ${host} is no model server. Its address usually ends in /v1.`
  return failure.message
}
