import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { z } from 'zod'
import { parseJson } from '../../storage/parse-json.ts'
import { type Failing, llmFailure, refusedByServer } from './llm-failure.ts'
import { LINE_MAX_CHARACTERS, type ReplyReader, type ReplyText } from './reply-text.ts'

// parsed for every token: plain fields without fallbacks cost a quarter of a microsecond
const text = z.string().nullish()
const anything = z.unknown().optional()
const Said = z
  .object({ content: text, refusal: anything, reasoning_content: anything, reasoning: anything })
  .nullish()

/** What the request took, in tokens; in a stream it comes once, mostly after the last word. */
const Usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  completion_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
})

/** A chunk of a stream carries a `delta`, a whole answer a `message`; what else is in it is ignored. */
const Completion = z.object({
  error: anything,
  usage: anything,
  choices: z
    .array(z.object({ index: anything, delta: Said, message: Said, finish_reason: text }))
    .nullish(),
})

/** Reads the event stream of a chat completion; comments, ids and what is no JSON are passed over. */
export function readChatEvents(reply: ReplyText, about: Failing): ReplyReader {
  const parser = createParser({
    maxBufferSize: LINE_MAX_CHARACTERS,
    onEvent: (event) => takeEvent(event, reply, about),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') reply.failure = llmFailure('LLM_MALFORMED', about)
    },
  })

  function feed(piece: string): void {
    if (!reply.failure) parser.feed(piece)
  }
  // an event without its blank line would be lost
  return { feed, end: () => feed('\n\n') }
}

/** Reads a body that holds one whole answer instead of a stream. */
export function readChatBody(reply: ReplyText, about: Failing): ReplyReader {
  let body = ''
  return {
    feed(piece) {
      body += piece
      if (body.length > LINE_MAX_CHARACTERS) reply.failure = llmFailure('LLM_MALFORMED', about)
    },
    end: () => takeEvent({ data: body }, reply, about),
  }
}

function takeEvent({ event, data }: EventSourceMessage, reply: ReplyText, about: Failing): void {
  if (reply.failure) return
  if (data === '[DONE]') {
    reply.isOver = true
    return
  }
  // what is no JSON is counted, never kept
  const chunk = parseJson(data)
  const completion = Completion.safeParse(chunk).data
  if (event === 'error' || completion?.error) {
    reply.failure = refusedByServer(completion?.error ?? chunk, about)
    return
  }
  if (!completion) {
    reply.brokenLines++
    return
  }
  if (completion.usage) takeUsage(completion.usage, reply)
  // other choices are other replies
  const choice = completion.choices?.find(({ index }) => !index)
  if (!choice) return
  const said = choice.delta ?? choice.message
  if (said?.reasoning_content || said?.reasoning) reply.hasBegun = reply.hasThought = true
  if (said?.refusal) reply.isRefused = true
  reply.add(said?.content ?? '')
  reply.finish = choice.finish_reason || reply.finish
}

function takeUsage(usage: unknown, reply: ReplyText): void {
  const used = Usage.safeParse(usage).data
  if (!used) return
  const thoughts = used.completion_tokens_details?.reasoning_tokens ?? 0
  reply.count(used.prompt_tokens, used.completion_tokens - thoughts)
}
