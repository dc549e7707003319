import { once } from 'node:events'
import type { EngineStatus } from '@shortlist/contracts/health'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import type { z } from 'zod'
import { AppError } from '../src/errors.ts'
import type { JsonTask, Llm, Prompt, WritingTask } from '../src/platform/llm/llm.ts'
import { ContextWindow } from '../src/platform/llm/server/server-llm.ts'

/** What a scripted engine says; whatever is left out is answered like an engine without a model. */
export interface Script {
  readonly pieces?: readonly string[]
  /** Thrown after the pieces. */
  readonly error?: AppError
  /** The answer to every `write`. */
  readonly write?: string
  /** The answer to every `json`, checked against the schema of the task. */
  readonly json?: unknown
  /** The vector of one text. */
  readonly embed?: (text: string) => readonly number[]
  /** The model that the vectors are said to come from. */
  readonly embeddingModel?: string
  readonly status?: Partial<EngineStatus>
  /** Read at each call, so that a getter can change it. */
  readonly contextTokens?: number
}

/** An engine that says what it was told to, and remembers what it was asked. */
export interface ScriptedLlm extends Llm {
  readonly prompts: readonly Prompt[]
  /** Every `write` and `json`, in order. */
  readonly tasks: readonly WritingTask[]
}

/** One running reply of a stepwise engine. */
export interface SteppedReply {
  readonly prompt: Prompt
  /** Resolves once the piece was taken and the next one is asked for, or the reply was stopped. */
  say(piece: string): Promise<void>
  finish(): void
  fail(error: AppError): void
  /** Resolves once the reply was stopped by its signal. */
  readonly stopped: Promise<void>
}

export interface SteppedLlm extends ScriptedLlm {
  /** The next reply that is asked for; those already asked for come first. */
  next(): Promise<SteppedReply>
}

type Step = { piece: string; taken: () => void } | { end: AppError | null }

function scripted(script: Script, streamReply?: Llm['stream']): ScriptedLlm {
  const prompts: Prompt[] = []
  const tasks: WritingTask[] = []
  const window = new ContextWindow()
  const status: EngineStatus = {
    kind: 'openai',
    label: 'Scripted model',
    model: 'scripted',
    error: null,
    found: [],
    ...script.status,
  }

  async function* learning(prompt: Prompt, signal: AbortSignal): AsyncGenerator<string> {
    try {
      yield* (streamReply ?? sayPieces)(prompt, signal)
    } catch (failure) {
      window.learn(failure, prompt.messages)
      throw failure
    }
  }

  async function* sayPieces(_prompt: Prompt, signal: AbortSignal): AsyncGenerator<string> {
    for (const piece of script.pieces ?? []) {
      if (signal.aborted) return
      yield piece
    }
    if (signal.aborted) return
    if (script.error) throw script.error
    if (!script.pieces?.some(Boolean)) throw emptyReply()
  }

  return {
    prompts,
    tasks,
    status: () => status,
    models: () => null,
    contextTokens: () => Math.min(script.contextTokens ?? CONTEXT_WINDOW_TOKENS, window.tokens),
    refresh: async () => status,
    warmUp: async () => {},
    stream(prompt, signal) {
      prompts.push(prompt)
      return learning(prompt, signal)
    },
    async write(task, signal) {
      signal.throwIfAborted()
      tasks.push(task)
      return script.write ?? null
    },
    async json<Schema extends z.ZodType>(task: JsonTask<Schema>, signal: AbortSignal) {
      signal.throwIfAborted()
      tasks.push(task)
      if (script.json === undefined) return null
      const answer = task.schema.safeParse(script.json)
      if (answer.success) return answer.data
      throw new AppError('LLM_MALFORMED', 'The model did not give a usable answer.')
    },
    async embed(texts, signal) {
      signal.throwIfAborted()
      const { embed } = script
      if (!embed) return null
      const vectors = texts.map((text) => Float32Array.from(embed(text)))
      return { model: script.embeddingModel ?? 'scripted-embedder', vectors }
    },
  }
}

function emptyReply(): AppError {
  return new AppError('LLM_EMPTY', 'No response content received from LLM')
}

function stepwise(script: Omit<Script, 'pieces' | 'error'> = {}): SteppedLlm {
  const asked: SteppedReply[] = []
  const waiting: ((reply: SteppedReply) => void)[] = []

  async function* takeSteps(prompt: Prompt, signal: AbortSignal): AsyncGenerator<string> {
    const steps = steppedReply(prompt, signal)
    const waiter = waiting.shift()
    if (waiter) waiter(steps.reply)
    else asked.push(steps.reply)
    for (let said = false; ; said = true) {
      const step = await steps.take()
      if (!step || signal.aborted) return
      if ('end' in step) {
        if (step.end) throw step.end
        if (!said) throw emptyReply()
        return
      }
      yield step.piece
      step.taken()
    }
  }

  return {
    ...scripted(script, takeSteps),
    async next() {
      return asked.shift() ?? new Promise((resolve) => waiting.push(resolve))
    },
  }
}

function steppedReply(prompt: Prompt, signal: AbortSignal) {
  const steps: Step[] = []
  let wake = () => {}
  const stopped = signal.aborted
    ? Promise.resolve()
    : once(signal, 'abort').then(() => {
        wake()
      })

  function add(step: Step): void {
    steps.push(step)
    wake()
  }

  const reply: SteppedReply = {
    prompt,
    stopped,
    say: (piece) => {
      const taken = new Promise<void>((resolve) => add({ piece, taken: resolve }))
      return Promise.race([taken, stopped])
    },
    finish: () => add({ end: null }),
    fail: (error) => add({ end: error }),
  }

  async function take(): Promise<Step | undefined> {
    if (steps.length === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return steps.shift()
  }

  return { reply, take }
}

/**
 * A model engine for tests. `scriptedLlm('Hel', 'lo')` says these pieces, `scriptedLlm.of(script)`
 * also writes, answers and fails, `scriptedLlm.stepwise()` waits for the test before each piece.
 */
export const scriptedLlm = Object.assign(
  (...pieces: readonly string[]): ScriptedLlm => scripted({ pieces }),
  { of: (script: Script): ScriptedLlm => scripted(script), stepwise },
)
