import { onTestFinished } from 'vitest'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { recordingRealtime } from '../../../test/recording-realtime.ts'
import type { Embedded } from '../../platform/llm/llm.ts'
import { type EmbeddingParts, PassageEmbedding } from '../embed-passages.ts'
import { embeddedText, vectorHash } from '../index/passage-table.ts'
import type { Embed, PassageVector } from '../ports.ts'

/** Passages and vectors of accounts, in memory. */
export function memoryVectors() {
  const texts = new Map<string, Map<string, string>>()
  const kept = new Map<string, Map<string, Float32Array>>()
  const textsOf = (home: string) => texts.get(home) ?? new Map<string, string>()
  const keptIn = (home: string, model: string) => kept.get(`${home} ${model}`) ?? new Map()

  const index: EmbeddingParts['index'] = {
    async unembedded(home, model, limit) {
      const own = keptIn(home, model)
      const lacking = [...textsOf(home)].filter(([hash]) => !own.has(hash))
      const passages = lacking.slice(0, limit).map(([hash, text]) => ({ hash, text }))
      return { count: lacking.length, embedded: textsOf(home).size - lacking.length, passages }
    },
    async keepVectors(home, model, vectors: readonly PassageVector[]) {
      const own = keptIn(home, model)
      for (const { hash, vector } of vectors)
        if (vector.every(Number.isFinite)) own.set(hash, vector)
      kept.set(`${home} ${model}`, own)
    },
  }
  return {
    index,
    /** Gives an account these passages, in place of those that it had. */
    set(userId: string, ...passages: readonly string[]) {
      const all = passages.map((text) =>
        embeddedText({ path: 'folder/notes.md', heading: '', text }),
      )
      texts.set(homeOf(userId), new Map(all.map((text) => [vectorHash(text), text])))
    },
    vectors: (userId: string, model = 'scripted-embedder') => keptIn(homeOf(userId), model).size,
  }
}

const homeOf = (userId: string) => `/accounts/${userId}`

/** A model server that counts what it is asked for, and does as the test says. */
export function countingEmbed(model = 'scripted-embedder') {
  const server = {
    model: model as string | null,
    /** Each call for vectors, with its texts. */
    calls: [] as (readonly string[])[],
    /** What happens to a call; undefined answers it. */
    meet: (_: readonly string[]): Promise<Embedded | null> | undefined => undefined,
    get texts(): string[] {
      return server.calls.flat().map((text) => text.slice(text.indexOf('\n') + 1))
    },
  }
  const embed: Embed = async (texts, signal) => {
    signal.throwIfAborted()
    if (server.model === null) return null
    if (texts.length > 0) server.calls.push(texts)
    const met = texts.length > 0 ? server.meet(texts) : undefined
    return (
      met ?? { model: server.model, vectors: texts.map((text) => Float32Array.of(text.length, 1)) }
    )
  }
  return { server, embed }
}

/** The background work in front of such a server and such passages. */
export function embeddingUnderTest({ embed }: { embed: Embed }) {
  const stored = memoryVectors()
  const realtime = recordingRealtime()
  const clock: ManualClock = manualClock()
  const logged: string[] = []
  const log = (details: object, sentence?: string) =>
    void logged.push(`${sentence} ${JSON.stringify(details)}`)
  const embedding = new PassageEmbedding({
    folders: { makeHome: async (userId: string) => homeOf(userId) },
    index: stored.index,
    embed,
    realtime,
    log: { info: log, warn: log },
    clock,
  })
  onTestFinished(() => embedding.close())
  return { embedding, stored, realtime, clock, logged }
}
