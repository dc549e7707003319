import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { runCommand } from '../../.config/testing/run-command.ts'

let room: string
beforeEach(async () => {
  room = await freshFolder()
})

describe('the command line', () => {
  it.each([[['--help']], [['help']], [['-h']]])('%j shows what there is', async (args) => {
    const { out, err, code } = await runCommand({ room, args })

    expect(out).toMatch(/^Usage: shortlist \[options\] \[command\]/)
    for (const command of ['start', 'doctor', 'user', 'export', 'import'])
      expect(out).toContain(command)
    expect({ err, code }).toEqual({ err: '', code: 0 })
  })

  it('says its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'))

    expect(await runCommand({ room, args: ['--version'] })).toEqual({
      out: `${version}\n`,
      err: '',
      code: 0,
    })
  })

  it.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['--port', '0', 'docter'], '(Did you mean doctor?)'],
    [['user', 'frobnicate'], "unknown command 'frobnicate'"],
    [['user'], 'Usage: shortlist user'],
    [['--frobnicate'], "unknown option '--frobnicate'"],
    [['start', '--smaple'], '(Did you mean --sample?)'],
    [['export'], "missing required argument 'file'"],
    [['doctor', 'twice'], "too many arguments for 'doctor'"],
  ])('refuses %j as a wrong use', async (args, sentence) => {
    const { out, err, code } = await runCommand({ room, args })

    expect(err).toContain(sentence)
    expect({ out, code }).toEqual({ out: '', code: 64 })
    expect(existsSync(join(room, 'data'))).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('is a bin, and reads its own flags', async () => {
    const bin = fileURLToPath(new URL('../../node_modules/.bin/shortlist', import.meta.url))
    const missing = join(room, 'missing.env')

    const asked = spawnSync(bin, ['--env-file', missing, 'doctor'], { encoding: 'utf8' })

    expect(asked).toMatchObject({
      stdout: '',
      stderr: `The settings file ${missing} cannot be read.\n`,
      status: 78,
    })
  })
})
