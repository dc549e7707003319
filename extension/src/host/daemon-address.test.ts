import '../testing/with-fake-browser.ts'
import { beforeEach, expect, it, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import {
  parseDaemonAddress,
  readDaemonAddress,
  watchDaemonAddress,
  writeDaemonAddress,
} from './daemon-address.ts'

beforeEach(() => fakeBrowser.reset())

it.each([
  ['4001', 'http://localhost:4001'],
  [' localhost:4001 ', 'http://localhost:4001'],
  ['127.0.0.1:4001', 'http://localhost:4001'],
  ['http://[::1]:4001/', 'http://localhost:4001'],
  ['HTTP://LocalHost:4001', 'http://localhost:4001'],
  ['http://localhost:4001/gmail-mcp?a=b#c', 'http://localhost:4001'],
  ['localhost', 'http://localhost'],
  ['http://localhost:80', 'http://localhost'],
])('takes %j as %s', (typed, address) => {
  expect(parseDaemonAddress(typed)).toBe(address)
})

it.each([
  '',
  '0',
  '65536',
  'http://',
  'https://localhost:4000',
  'ftp://localhost',
  'javascript:alert(1)',
  'example.com:4000',
  '192.168.1.2:4000',
  'localhost.example.com',
  'http://localhost:4000@example.com',
  'http://ada:secret@localhost:4000',
  'local host',
])('refuses %j', (typed) => {
  expect(parseDaemonAddress(typed)).toBeNull()
})

test('the address is port 4000 until another is kept', async () => {
  expect(await readDaemonAddress()).toBe('http://localhost:4000')

  await writeDaemonAddress('http://localhost:4001')

  expect(await readDaemonAddress()).toBe('http://localhost:4001')
})

it.each([7, 'http://example.com'])('a damaged address (%j) is the default', async (stored) => {
  await fakeBrowser.storage.local.set({ daemonAddress: stored })

  expect(await readDaemonAddress()).toBe('http://localhost:4000')
})

test('a change is heard until nobody listens any more', async () => {
  const hear = vi.fn<(address: string) => void>()
  const stop = watchDaemonAddress(hear)

  await writeDaemonAddress('http://localhost:4001')
  await fakeBrowser.storage.local.set({ hasMenu: false })
  await fakeBrowser.storage.local.remove('daemonAddress')
  stop()
  await writeDaemonAddress('http://localhost:4002')

  expect(hear.mock.calls).toEqual([['http://localhost:4001'], ['http://localhost:4000']])
})
