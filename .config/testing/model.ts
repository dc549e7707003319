import { LLMock } from '@copilotkit/aimock'
import { endWithTests } from './end-with-tests.ts'

export interface ScriptedModel {
  /** What OPENAI_BASE_URL is set to. */
  readonly url: string
  /** Scripts the answers (`on`, `onEmbedding`, `nextRequestError`) and keeps the journal. */
  readonly mock: LLMock
  /** The bodies of all chat requests so far, oldest first. */
  chatRequests(): readonly Record<string, unknown>[]
  /**
   * Answers every question from now on with 200 words of four characters and a space, at a pace that
   * a person can watch. Gives what is said in the end.
   */
  scriptReply(wordsPerSecond: number): string
  stop(): Promise<void>
}

/** A scripted OpenAI-compatible model server on a free loopback port, until the tests end. */
export async function startModel(): Promise<ScriptedModel> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
  await mock.start()

  return {
    url: `${mock.url}/v1`,
    mock,
    chatRequests: () =>
      mock
        .getRequests()
        .filter(({ path }) => path.endsWith('/chat/completions'))
        .map(({ body }) => ({ ...body })),
    scriptReply(wordsPerSecond) {
      const words = Array.from({ length: 200 }, (_, at) => `w${String(at).padStart(3, '0')} `)
      const streamingProfile = { ttft: 50, tps: wordsPerSecond }
      mock.on({ userMessage: /./ }, { content: words.join('') }, { streamingProfile, chunkSize: 5 })
      return words.join('').trim()
    },
    stop: endWithTests(() => mock.stop()),
  }
}
