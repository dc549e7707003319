import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { dateFixtures, zoneFixtures } from './testing/fixtures.ts'

test.each(['UTC', 'America/New_York', 'Europe/Zurich', 'Australia/Lord_Howe'])(
  'reads the same on a host in %s',
  async (TZ) => {
    const script = fileURLToPath(new URL('./testing/print-times.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      env: { TZ },
    })
    const printed = JSON.parse(stdout) as {
      zone: string
      invitations: string[]
      dates: string[]
    }
    expect(printed.zone).toBe(TZ)
    expect(printed.invitations).toEqual(zoneFixtures.map(({ expected }) => expected))
    expect(printed.dates).toEqual(dateFixtures.map(({ expected }) => expected))
  },
)
