import { z } from 'zod'
import type { Writing } from './answer-in-json.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { Llm, PromptMessage } from './llm.ts'
import { llmFailure } from './llm-failure.ts'
import { createOllamaContext } from './ollama-context.ts'
import { openRequest } from './open-request.ts'
import { readChatLines } from './read-chat-lines.ts'
import { type EngineConfig, type ModelAt, type ServerDialect, serverLlm } from './server-llm.ts'

const Answer = z.looseObject({ message: z.looseObject({ content: z.string() }) })
const Vectors = z.looseObject({ embeddings: z.array(z.array(z.number())) })
const Shown = z.looseObject({ capabilities: z.array(z.string()) })

/**
 * Ollama through its own API, since its OpenAI-compatible one takes no context size and cuts long
 * prompts silently: https://docs.ollama.com/api/chat
 */
export function ollamaLlm(config: EngineConfig): Llm {
  const { origin } = new URL(config.baseUrl)
  const fetch = guardedFetch(config.baseUrl)
  const contextFor = createOllamaContext()

  function open(path: string, about: ModelAt, body: object) {
    const sent = { model: about.id, ...body }
    const request = { url: `${origin}${path}`, apiKey: config.apiKey, body: sent, about, fetch }
    return (signal: AbortSignal) => openRequest(request, signal)
  }

  const chat = (body: object, about: ModelAt) => open('/api/chat', about, body)

  /** Rather an error than a prompt, or a reply, with its beginning thrown away. */
  function uncut(messages: readonly PromptMessage[], about: ModelAt, maxTokens?: number) {
    const context = contextFor(about.id, messages)
    if (!context) throw llmFailure('LLM_CONTEXT', about)
    const { numCtx, numPredict } = context
    const options = { num_ctx: numCtx, num_predict: Math.min(numPredict, maxTokens ?? numPredict) }
    return { messages: messages.map(chatMessage), options, truncate: false, shift: false }
  }

  /** A model without eyes would answer as if there were no image. */
  async function mustSee(about: ModelAt, signal: AbortSignal): Promise<void> {
    const shown = await open('/api/show', about, {})(signal)
    // servers before 0.6.4 do not tell
    const { data } = Shown.safeParse(await shown.json())
    if (data && !data.capabilities.includes('vision')) throw llmFailure('LLM_IMAGE', about)
  }

  const dialect: ServerDialect = {
    kind: 'ollama',
    reply: (messages, about) => ({
      async open(signal) {
        if (messages.some(({ image }) => image)) await mustSee(about, signal)
        return chat({ ...uncut(messages, about), stream: true }, about)(signal)
      },
      createReader: (type, reply) =>
        /^application\/(x-ndjson|json)/.test(type) ? readChatLines(reply, about) : undefined,
    }),
    write: ({ messages, maxTokens, form }, about) => ({
      open: chat(
        // a short answer is not worth a thought, which would use up its tokens
        {
          ...uncut(messages, about, maxTokens),
          ...answerFormat(form),
          stream: false,
          think: false,
        },
        about,
      ),
      read: (body) => Answer.safeParse(body).data?.message.content,
    }),
    embed: (texts, about) => ({
      open: open('/api/embed', about, { input: texts }),
      read: (body) => Vectors.safeParse(body).data?.embeddings,
    }),
  }
  return serverLlm(dialect, config)
}

function answerFormat(form: Writing['form']): { format?: Record<string, unknown> | 'json' } {
  if (!form || form.format === 'plain') return {}
  return { format: form.format === 'schema' ? form.schema : 'json' }
}

function chatMessage({ role, content, image }: PromptMessage) {
  const images = image && { images: [Buffer.from(image.bytes).toString('base64')] }
  return { role, content, ...images }
}
