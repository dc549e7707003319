import type { FoundServer } from '@shortlist/contracts/health'
import { AppError } from '../../../errors.ts'
import { describeServer } from './describe-server.ts'
import { defaultRetryPolicy, llmTimers } from './stream-reply.ts'

/** A place where a model server may be listening on this machine. */
export interface ServerPlace {
  readonly name: string
  readonly port: number
}

/** Where the well-known local servers listen unless told otherwise; preferred ones first. */
export const wellKnownPlaces: readonly ServerPlace[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
]

export interface SearchOptions {
  readonly places?: readonly ServerPlace[]
  /** How long one server may take to say what it is, in milliseconds. */
  readonly timeoutMs?: number
}

/** The model servers that run on this machine, in the order of the places; looks at all at once. */
export async function findModelServers({
  places = wellKnownPlaces,
  timeoutMs = 600,
}: SearchOptions = {}): Promise<FoundServer[]> {
  const found = await Promise.all(places.map((place) => lookAt(place, timeoutMs)))
  return found.filter((server) => server !== null)
}

async function lookAt({ name, port }: ServerPlace, timeoutMs: number): Promise<FoundServer | null> {
  const limits = {
    timers: { ...llmTimers(1), silenceMs: timeoutMs, totalMs: 2 * timeoutMs },
    retry: { ...defaultRetryPolicy, delaysMs: [] },
  }
  const address = { baseUrl: `http://127.0.0.1:${port}` }
  try {
    const server = await describeServer(address, limits)
    return {
      name: server.name === `127.0.0.1:${port}` ? name : server.name,
      url: server.kind === 'ollama' ? `${server.baseUrl}/v1` : server.baseUrl,
      models: server.models.map((model) => model.name),
    }
  } catch (error) {
    // nobody there, or something else than a model server: there is none at this place
    if (error instanceof AppError) return null
    throw error
  }
}
