import { LLMock } from '@copilotkit/aimock'

export interface ScriptedModel {
  /** What OPENAI_BASE_URL is set to. */
  readonly url: string
  /** Scripts the answers (`on`, `onEmbedding`, `nextRequestError`) and keeps the journal. */
  readonly mock: LLMock
  /** The bodies of all chat requests so far, oldest first. */
  chatRequests(): readonly Record<string, unknown>[]
  stop(): Promise<void>
}

/** A scripted OpenAI-compatible model server on a free loopback port. */
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
    stop: () => mock.stop(),
  }
}
