import { Stream } from 'openai/streaming'
import { expect, it } from 'vitest'
import { openAiWire as wire } from '../../../../../.config/testing/model-wire.ts'
import { instantRetry } from '../../../../test/engine-under-test.ts'
import { listen } from '../../../../test/llm-contract.ts'
import { readChatEvents } from './openai-llm.ts'
import { llmTimers, type ReplyText, streamReply } from './stream-reply.ts'

it('reads the same text as the SDK, however the stream is split', async () => {
  const recorded = Buffer.from(
    [...'Grüße, 日本語 and 🎉👩‍💻 — "quoted"\n\tdone'].map((text) => wire.text(text)).join('') +
      wire.noise +
      wire.finish('stop'),
  )
  const oracle = await sdkText(recorded)
  expect(oracle).toContain('👩‍💻')

  for (let seed = 1; seed <= 200; seed++) {
    const about = { host: 'test', model: 'test' }
    const call = {
      about,
      open: async () => splitResponse(recorded, seed),
      createReader: (_: string, reply: ReplyText) => readChatEvents(reply, about),
    }
    const limits = { timers: llmTimers(30), retry: instantRetry().retry }
    const { text, failure } = await listen(streamReply(call, limits, new AbortController().signal))
    expect({ seed, text, failure }).toEqual({ seed, text: oracle, failure: undefined })
  }
})

async function sdkText(recorded: Buffer): Promise<string> {
  const stream = Stream.fromSSEResponse<{ choices: { delta: { content?: string } }[] }>(
    new Response(new Uint8Array(recorded)),
    new AbortController(),
  )
  let text = ''
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  return text
}

/** The bytes in pieces of random length, the same ones for the same seed. */
function splitResponse(bytes: Buffer, seed: number): Response {
  let state = seed
  let at = 0
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        // a linear congruential generator: any spread of lengths will do, but a repeatable one
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        const end = at + 1 + (state % 97)
        controller.enqueue(new Uint8Array(bytes.subarray(at, end)))
        at = end
      },
    }),
  )
}
