import type { Check } from '@shortlist/contracts/machine'
import { expect, it } from 'vitest'
import { reportOf, SetUpChecks } from './set-up.ts'

const checks: Check[] = [
  { name: 'Node', state: 'ok', found: '26.10.0' },
  { name: 'Data folder', state: 'ok', found: '/home/ada.lovelace/data, in use by Shortlist' },
  {
    name: 'Trusted origins',
    state: 'ok',
    found: 'its own, https://jobs.canary.example:8443, http://localhost:3000',
  },
  { name: 'Model', state: 'ok', found: 'llama3.2 on 10.11.12.13:11434; Ollama at 127.0.0.1:11434' },
  {
    name: 'Mailbox',
    state: 'fail',
    found: 'imap.canary.example refuses ada@canary.example: "no"',
    fix: 'Correct the IMAP_ settings.',
  },
  { name: 'Port', state: 'ok', found: 'Shortlist is already running at [fd00::17]:4000' },
]

it('leaves addresses, hosts and the name of the user out of what is shown to others', () => {
  const report = reportOf(checks, '1.2.3', '/home/ada.lovelace')

  expect(report).toContain('Shortlist 1.2.3, ')
  expect(report).toContain('ok   Node: 26.10.0')
  expect(report).toContain('~/data, in use by Shortlist')
  expect(report).toContain('http://localhost:3000')
  expect(report).toContain('llama3.2 on (hidden); Ollama at 127.0.0.1:11434')
  expect(report).toContain('fail Mailbox: (hidden) refuses (hidden): "no"\n     Correct the IMAP_')
  for (const secret of ['canary', 'ada', '10.11.12.13', 'fd00', '8443'])
    expect(report).not.toContain(secret)
})

it('is for the owner, and looks once for all who ask at the same time', async () => {
  let looks = 0
  const setUp = new SetUpChecks({
    version: '1.2.3',
    folders: { data: '/data', log: '/logs' },
    ownerId: async () => 'ada',
    check: async () => {
      looks += 1
      return checks
    },
  })

  await expect(setUp.read('bob')).rejects.toHaveProperty('code', 'FORBIDDEN_USER')
  expect(looks).toBe(0)
  const [first, second] = await Promise.all([setUp.read('ada'), setUp.read('ada')])
  expect(first).toEqual(second)
  expect(first).toMatchObject({ dataFolder: '/data', logFolder: '/logs', checks })
  expect(looks).toBe(1)
  await setUp.read('ada')
  expect(looks).toBe(2)
})
