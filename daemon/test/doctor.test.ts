import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { runCommand } from '../../.config/testing/run-command.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { type Listening, listen } from '../src/platform/listen.ts'

interface Check {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly fix?: string
}

let room: string
beforeEach(async () => {
  // goes after whatever is mounted in it
  room = await freshFolder()
})

/** The checks by name, and the exit code. */
async function diagnose(
  args: readonly string[] = ['--port', '0'],
  env: Record<string, string> = {},
) {
  const { out, err, code } = await runCommand({ room, args: [...args, 'doctor', '--json'], env })
  expect(err).toBe('')
  const checks = JSON.parse(out) as Check[]
  return { code, checks: Object.fromEntries(checks.map((check) => [check.name, check])) }
}

describe('doctor', () => {
  it('looks at everything and leaves nothing behind', async () => {
    const { code, checks } = await diagnose()

    expect(Object.keys(checks)).toEqual([
      'Node',
      'Settings',
      'Port',
      'Data folder',
      'Log folder',
      'Web app',
      'Trusted origins',
      'Model',
      'Mailbox',
      'Calendar',
    ])
    expect(code).toBe(0)
    expect(await readdir(room)).toEqual(['empty.env'])
  })

  it('changes nothing in a data folder that is there', async () => {
    await mkdir(join(room, 'data'), { mode: 0o755 })
    await writeFile(join(room, 'data', 'users.json'), '{}')

    const { checks } = await diagnose()

    expect(checks['Data folder']).toMatchObject({ state: 'ok', found: join(room, 'data') })
    expect(await readdir(join(room, 'data'))).toEqual(['users.json'])
  })

  it('finds that the data folder is a file, or lies below one', async () => {
    await writeFile(join(room, 'data'), 'a file')

    const here = await diagnose()
    const below = await diagnose(['--port', '0', '--data-dir', join(room, 'data', 'deep')])

    const file = `${join(room, 'data')} cannot be used: it is a file, not a folder`
    expect(here.checks['Data folder']).toMatchObject({ state: 'fail', found: file })
    expect(here.code).toBe(1)
    expect(below.checks['Data folder']?.found).toContain(`${join(room, 'data')} is a file`)
    expect(below.code).toBe(1)
  })

  it.skipIf(!existsSync('/proc/self'))('finds that a place takes no folders', async () => {
    const { code, checks } = await diagnose(['--port', '0', '--data-dir', '/proc/foo'])

    expect(checks['Data folder']).toMatchObject({
      state: 'fail',
      found: '/proc/foo cannot be used: no folder can be made there',
    })
    expect(code).toBe(1)
  })

  it('finds that the data folder takes no files', async ({ skip }) => {
    const data = join(room, 'data')
    await mkdir(data)
    if (process.getuid?.() === 0) mountSmallDisk(data, 'ro', skip)
    else await chmod(data, 0o500)

    const { code, checks } = await diagnose()

    expect(checks['Data folder']).toMatchObject({
      state: 'fail',
      found: expect.stringMatching(/read-only|no permission/),
    })
    expect(code).toBe(1)
  })

  it('finds that the disk is full, or nearly so', async ({ skip }) => {
    const data = join(room, 'data')
    await mkdir(data)
    mountSmallDisk(data, 'rw', skip)
    const nearly = await diagnose()
    await writeFile(join(data, 'filler'), Buffer.alloc(990_000))

    const full = await diagnose()

    expect(nearly.checks['Data folder']).toMatchObject({
      state: 'warn',
      found: `${data}, whose disk has 1 MB left`,
    })
    expect(full.checks['Data folder']).toMatchObject({
      state: 'fail',
      found: `${data} cannot be used: the disk is full`,
    })
    expect(await readdir(data)).toEqual(['filler'])
  })

  it('names a Shortlist that runs on the port, and one that has the data folder elsewhere', async () => {
    const daemon = await startDaemon({ dataFolder: join(room, 'data') })
    const before = await readdir(join(room, 'data'))

    const running = await diagnose(['--port', String(daemon.port)])
    const second = await diagnose()

    expect(running.checks.Port?.found).toContain(`Shortlist is already running at ${daemon.url}`)
    expect(running.checks['Data folder']).toMatchObject({ state: 'ok' })
    expect(running.code).toBe(0)
    expect(second.checks['Data folder']).toMatchObject({
      state: 'fail',
      found: `${join(room, 'data')} is in use by another Shortlist`,
    })
    expect(second.code).toBe(1)
    expect(await readdir(join(room, 'data'))).toEqual(before)
  })

  it('says that another program holds the port, or that there is no such address', async () => {
    const other: Listening = await listen(
      createServer((_, response) => response.end('something else')),
      0,
    )
    onTestFinished(() => other.close())

    const taken = await diagnose(['--port', String(other.port)])
    const nowhere = await diagnose(undefined, { HOST: '203.0.113.7' })

    expect(taken.checks.Port).toMatchObject({
      state: 'fail',
      found: `Port ${other.port} is held by another program`,
    })
    expect(nowhere.checks.Port).toMatchObject({
      state: 'fail',
      found: 'HOST (203.0.113.7) is no address of this computer',
    })
  })

  it('names what the settings file sets in vain', async () => {
    const file = join(room, 'own.env')
    await writeFile(file, 'PROT=4100\nIMAP_PASSWORD=x\n', { mode: 0o600 })

    const { code, checks } = await diagnose(['--port', '0', '--env-file', file])

    expect(checks.Settings).toEqual({
      name: 'Settings',
      state: 'warn',
      found: `${file} sets what Shortlist does not read: IMAP_PASSWORD, PROT`,
      fix: 'Correct or remove it. Perhaps IMAP_APP_PASSWORD instead of IMAP_PASSWORD, PORT instead of PROT.',
    })
    expect(code).toBe(0)
  })
})

/** A disk of 1 MB at a folder, until the test ends; skips the test where this user may not have one. */
function mountSmallDisk(
  folder: string,
  access: 'ro' | 'rw',
  skip: (reason: string) => never,
): void {
  try {
    const options = ['-t', 'tmpfs', '-o', `${access},size=1m,mode=700`]
    execFileSync('mount', [...options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    skip('no disk can be mounted here')
  }
  onTestFinished(() => void execFileSync('umount', [folder]))
}
