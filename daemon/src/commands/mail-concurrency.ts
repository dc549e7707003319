import { BlockList, isIPv4 } from 'node:net'
import type { Config } from '../env.ts'

const REMOTE = 4
const LOCAL = 1

const ownAddresses = new BlockList()
ownAddresses.addSubnet('127.0.0.0', 8)
ownAddresses.addSubnet('10.0.0.0', 8)
ownAddresses.addSubnet('172.16.0.0', 12)
ownAddresses.addSubnet('192.168.0.0', 16)

/**
 * How many mails are analysed at the same time: the setting, else 1 for a model on a computer of the
 * user's own, which would only share its time, and 4 for anything else.
 */
export function mailConcurrency(config: Config): number {
  if (config.MAIL_CONCURRENCY !== undefined) return config.MAIL_CONCURRENCY
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key } = config
  if (baseUrl === 'off' || (baseUrl === undefined && key !== undefined)) return REMOTE
  // with neither setting a model server of this computer is looked for
  return baseUrl === undefined || isOwnNetwork(new URL(baseUrl).hostname) ? LOCAL : REMOTE
}

/** Loopback, the private ranges (RFC 1918), and names that only a local network knows. */
function isOwnNetwork(host: string): boolean {
  if (isIPv4(host)) return ownAddresses.check(host)
  return host === '[::1]' || host.endsWith('.local') || !host.includes('.')
}
