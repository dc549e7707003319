import { BlockList, isIPv4 } from 'node:net'

const ownAddresses = new BlockList()
ownAddresses.addSubnet('127.0.0.0', 8)
ownAddresses.addSubnet('10.0.0.0', 8)
ownAddresses.addSubnet('172.16.0.0', 12)
ownAddresses.addSubnet('192.168.0.0', 16)

/** Loopback, the private ranges (RFC 1918), and names that only a local network knows. */
export function isOwnNetwork(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname
  if (isIPv4(host)) return ownAddresses.check(host)
  return host === '[::1]' || host.endsWith('.local') || !host.includes('.')
}
