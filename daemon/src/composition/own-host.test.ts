import { expect, it } from 'vitest'
import { readConfig } from '../env.ts'
import { allowedHosts, ownHost } from './own-host.ts'

it.each([
  [undefined, 'localhost'],
  ['0.0.0.0', 'localhost'],
  ['::1', 'localhost'],
  ['192.168.1.5', '192.168.1.5'],
  ['fd00::5', '[fd00::5]'],
])('finds a daemon that listens on %s at %s', (address, host) => {
  expect(ownHost(address)).toBe(host)
})

it.each([
  ['4000', '192.168.1.5:4000'],
  // browsers leave the default port out
  ['80', '192.168.1.5'],
])('has its own address answered on port %s, as browsers write it', (PORT, host) => {
  const environment = { HOST: '192.168.1.5', PORT, ALLOWED_ORIGINS: 'http://desk.internal:4000' }
  const config = readConfig({ flags: {}, environment, envFile: undefined })

  expect(allowedHosts(config)).toEqual([host, 'desk.internal:4000'])
})
