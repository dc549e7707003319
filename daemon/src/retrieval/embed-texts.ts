import { AppError } from '../errors.ts'
import { statusOf } from '../platform/llm/server/llm-failure.ts'
import type { Embed, PassageVector, Unembedded } from './ports.ts'

/** What one call asks for at most: texts, and their characters. */
const BATCH_TEXTS = 32
const BATCH_CHARACTERS = 32_000

/** What is left of texts that are too much for the model; any holds so much. */
const SHORT_CHARACTERS = 500

/** So many single texts refused in a row, and it is not about the texts. */
const STRIKES = 3

type TextToEmbed = Unembedded['passages'][number]

export interface TextEmbedding {
  readonly embed: Embed
  /** Resolves once the next call may be made. */
  readonly ready: () => Promise<unknown>
  readonly keep: (model: string, vectors: readonly PassageVector[]) => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Has vectors made in batches, each kept before the next is asked for. Texts that the model refuses
 * are tried with their beginning alone, then without the others, and are left out where that fails
 * too. False where the server makes no vectors; throws what the server fails with.
 */
export async function embedTexts(
  texts: readonly TextToEmbed[],
  { embed, ready, keep, signal }: TextEmbedding,
): Promise<boolean> {
  let strikes = 0

  async function ask(batch: readonly TextToEmbed[], maxCharacters: number): Promise<boolean> {
    await ready()
    signal.throwIfAborted()
    const embedded = await embed(
      batch.map(({ text }) => text.slice(0, maxCharacters)),
      signal,
    )
    if (!embedded) return false
    strikes = 0
    await keep(
      embedded.model,
      embedded.vectors.flatMap((vector, at) => {
        const hash = batch[at]?.hash
        return hash === undefined ? [] : [{ hash, vector }]
      }),
    )
    return true
  }

  async function askBearing(batch: readonly TextToEmbed[]): Promise<boolean> {
    try {
      return await ask(batch, Number.POSITIVE_INFINITY)
    } catch (failure) {
      if (!isAboutTexts(failure)) throw failure
      return askShort(batch)
    }
  }

  async function askShort(batch: readonly TextToEmbed[]): Promise<boolean> {
    try {
      return await ask(batch, SHORT_CHARACTERS)
    } catch (failure) {
      if (!isAboutTexts(failure)) throw failure
      if (batch.length === 1) {
        strikes += 1
        if (strikes === STRIKES) throw failure
        return true
      }
      const half = Math.ceil(batch.length / 2)
      return (await askShort(batch.slice(0, half))) && askShort(batch.slice(half))
    }
  }

  for (const batch of batches(texts)) {
    if (!(await askBearing(batch))) return false
  }
  return true
}

function* batches(texts: readonly TextToEmbed[]): Generator<TextToEmbed[]> {
  let [batch, characters]: [TextToEmbed[], number] = [[], 0]
  for (const each of texts) {
    const isFull = batch.length === BATCH_TEXTS || characters + each.text.length > BATCH_CHARACTERS
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(each)
    characters += each.text.length
  }
  if (batch.length > 0) yield batch
}

/** llama.cpp answers 500 to a text that is longer than its batch. */
function isAboutTexts(failure: unknown): boolean {
  if (!(failure instanceof AppError)) return false
  const refusals = ['LLM_CONTEXT', 'LLM_REFUSED', 'LLM_MALFORMED']
  return refusals.includes(failure.code) || statusOf(failure) === 500
}
