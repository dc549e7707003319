import type { ErrorCode } from '@shortlist/contracts/errors'
import { AppError } from '../../errors.ts'
import type { Llm, Prompt } from './llm.ts'
import { statusOf } from './server/llm-failure.ts'

/** A server that is asked, and what answers where it does not. */
export interface Substitution {
  readonly engine: Pick<Llm, 'stream'>
  /** What a sentence calls the server once it has failed. */
  readonly name: () => string
  readonly guides: Pick<Llm, 'stream'>
  /** Hears that the server has begun to answer. */
  readonly onBegun?: () => void
  /** Hears why the guides answer instead. */
  readonly onFailed?: (failure: unknown) => void
}

/**
 * The reply of a server; where it fails before it has said anything, that of the guides, below a line
 * that says why. Throws a failure within the reply, and what this prompt has caused, such as one that
 * is too long.
 */
export async function* replyOrGuides(
  { engine, name, guides, onBegun, onFailed }: Substitution,
  prompt: Prompt,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let hasBegun = false
  try {
    for await (const piece of engine.stream(prompt, signal)) {
      if (!hasBegun) onBegun?.()
      hasBegun = true
      yield piece
    }
    return
  } catch (failure) {
    if (hasBegun || !isInsteadOfReply(failure)) throw failure
    onFailed?.(failure)
    const failed = name()
    prompt.onInstead?.(failed)
    yield `_${whyNot(failed, failure)} These are the built-in guides._\n\n`
  }
  yield* guides.stream(prompt, signal)
}

const failuresOfServer: readonly ErrorCode[] = [
  'LLM_UNREACHABLE',
  'LLM_STALL',
  'LLM_AUTH',
  'LLM_QUOTA',
  'LLM_RATE',
]

/** What a strange program on the port of a model server says; a task may get it of a weak model. */
const failuresOfReply: readonly ErrorCode[] = ['LLM_MALFORMED', 'LLM_CUT', 'LLM_EMPTY']

/** Not what this prompt has caused, such as one that is too long. */
export function isOfServer(failure: unknown): boolean {
  if (!(failure instanceof AppError)) return false
  const isRefusal = failure.code === 'LLM_REFUSED' && statusOf(failure) >= 400
  return isRefusal || failuresOfServer.includes(failure.code)
}

function isInsteadOfReply(failure: unknown): boolean {
  const isNoReply = failure instanceof AppError && failuresOfReply.includes(failure.code)
  return isNoReply || isOfServer(failure)
}

/** Nobody is there at all. */
export function isGone(failure: unknown): boolean {
  const isUnreachable = failure instanceof AppError && failure.code === 'LLM_UNREACHABLE'
  return isUnreachable && statusOf(failure) === 0
}

/** Why a server did not answer, in one sentence. */
export function whyNot(name: string, failure: unknown): string {
  return `${name} did not answer (${howItFailed(failure)}).`
}

function howItFailed(failure: unknown): string {
  if (isGone(failure)) return 'it cannot be reached'
  const status = statusOf(failure)
  if (status) return `HTTP ${status}`
  const isStall = failure instanceof AppError && failure.code === 'LLM_STALL'
  return isStall ? 'not a word in time' : 'what it said was no reply'
}
