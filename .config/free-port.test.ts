import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from './testing/free-port.ts'

it('gives ports that the system hands to nobody else, each once, and none that is taken', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(
    () => '49152',
  )
  const taken = createServer().listen((await freePort()) + 1, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')

  const ports = await Promise.all(Array.from({ length: 18 }, freePort))

  expect(new Set(ports).size).toBe(ports.length)
  expect(ports).not.toContain(Object(taken.address()).port)
  expect(Math.max(...ports)).toBeLessThan(Number.parseInt(range, 10))
})
