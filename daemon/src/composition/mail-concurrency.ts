import type { Config } from '../env.ts'
import { isOwnNetwork } from '../platform/llm/server/is-own-network.ts'

const REMOTE = 4
const LOCAL = 1

/**
 * How many mails are analysed at the same time: the setting, else 1 for a model on a computer of the
 * user's own, which would only share its time, and 4 for anything else.
 */
export function mailConcurrency(config: Config): number {
  if (config.MAIL_CONCURRENCY !== undefined) return config.MAIL_CONCURRENCY
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key } = config
  if (baseUrl === 'off' || (baseUrl === undefined && key !== undefined)) return REMOTE
  // with neither setting a model server of this computer is looked for
  return baseUrl === undefined || isOwnNetwork(baseUrl) ? LOCAL : REMOTE
}
