import type { EngineStatus } from '@shortlist/contracts/health'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { AppError } from '../../errors.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Llm } from './llm.ts'

/**
 * The engine of a configured server: connected at the first call, again after a failed one, and at
 * each `refresh`. It has no fallback, since somebody chose this server.
 */
export function configuredLlm(connect: () => Promise<Llm>, unconnected: EngineStatus): Llm {
  let engine: Llm | undefined
  let connecting: Promise<Llm> | undefined
  let before = unconnected

  async function connectAgain(): Promise<Llm> {
    try {
      engine = await connect()
      return engine
    } catch (failure) {
      if (failure instanceof AppError) before = { ...status(), error: failure.message }
      engine = undefined
      throw failure
    } finally {
      connecting = undefined
    }
  }
  function connection(): Promise<Llm> {
    connecting ??= connectAgain()
    return connecting
  }
  async function connected(signal: AbortSignal): Promise<Llm> {
    return engine ?? untilAborted(connection, signal)
  }
  function status(): EngineStatus {
    return engine?.status() ?? before
  }

  return {
    status,
    contextTokens: () => engine?.contextTokens() ?? CONTEXT_WINDOW_TOKENS,
    async refresh() {
      try {
        await connection()
      } catch (failure) {
        // the status tells it
        if (!(failure instanceof AppError)) throw failure
      }
      return status()
    },
    async warmUp() {
      try {
        await (engine ?? (await connection())).warmUp()
      } catch (failure) {
        // whoever asks next is told
        if (!(failure instanceof AppError)) throw failure
      }
    },
    async *stream(prompt, signal) {
      let connection: Llm
      try {
        connection = await connected(signal)
      } catch (failure) {
        if (signal.aborted) return
        throw failure
      }
      yield* connection.stream(prompt, signal)
    },
    write: async (task, signal) => (await connected(signal)).write(task, signal),
    json: async (task, signal) => (await connected(signal)).json(task, signal),
    embed: async (texts, signal) => (await connected(signal)).embed(texts, signal),
  }
}
