import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { failingDisk } from '../../test/failing-disk.ts'
import { secretBox } from './secret-box.ts'

const use = { userId: 'ada', purpose: 'google-tokens' }
const secret = 'ya29.very-secret 😀'

describe('a sealed secret', () => {
  it('opens for the same account and purpose alone', async () => {
    const box = secretBox(await freshFolder())
    const sealed = await box.seal(use, secret)

    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/)
    expect(await box.open(use, sealed)).toBe(secret)
    expect(await box.open({ ...use, userId: 'bob' }, sealed)).toBeUndefined()
    expect(await box.open({ ...use, purpose: 'calendar-feed' }, sealed)).toBeUndefined()
  })

  it('is another text each time', async () => {
    const box = secretBox(await freshFolder())

    expect(await box.seal(use, secret)).not.toBe(await box.seal(use, secret))
  })

  it.each([0, 1, 2, 3, 4])('does not open with part %i changed', async (part) => {
    const box = secretBox(await freshFolder())
    const parts = (await box.seal(use, secret)).split('.')
    const changed = parts.with(part, flipped(parts[part] ?? '')).join('.')

    expect(await box.open(use, changed)).toBeUndefined()
  })

  it.each(['', 'v1', 'v1.a.b', 'v1.....', 'plain text'])('is not "%s"', async (text) => {
    expect(await secretBox(await freshFolder()).open(use, text)).toBeUndefined()
  })

  it('does not open without its key', async () => {
    const sealed = await secretBox(await freshFolder()).seal(use, secret)

    expect(await secretBox(await freshFolder()).open(use, sealed)).toBeUndefined()
    const other = secretBox(await freshFolder())
    await other.seal(use, 'another')
    expect(await other.open(use, sealed)).toBeUndefined()
  })
})

describe('the key', () => {
  it('is made once, for its owner alone, in a folder of its own', async () => {
    const folder = join(await freshFolder(), 'config', 'shortlist')
    const box = secretBox(folder)
    await box.seal(use, secret)
    const key = await readFile(join(folder, 'secrets.key'), 'utf8')
    await box.seal(use, secret)

    expect(await readFile(join(folder, 'secrets.key'), 'utf8')).toBe(key)
    expect((await stat(join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await readdir(folder)).toEqual(['secrets.key'])
  })

  it('is one for all that make it at the same time', async () => {
    const folder = await freshFolder()
    const boxes = Array.from({ length: 8 }, () => secretBox(folder))
    const sealed = await Promise.all(boxes.map((box) => box.seal(use, secret)))

    for (const text of sealed) expect(await secretBox(folder).open(use, text)).toBe(secret)
  })

  it('is not made in the place of something else', async () => {
    const folder = await freshFolder()
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'secrets.key'), 'not a key')

    await expect(secretBox(folder).seal(use, secret)).rejects.toMatchObject({
      code: 'STORE_READONLY',
      message: expect.stringContaining(join(folder, 'secrets.key')),
    })
    expect(await readFile(join(folder, 'secrets.key'), 'utf8')).toBe('not a key')
  })

  it('opens nothing where a folder is in its place', async () => {
    const folder = await freshFolder()
    const sealed = await secretBox(folder).seal(use, secret)
    await rm(join(folder, 'secrets.key'))
    await mkdir(join(folder, 'secrets.key'))

    expect(await secretBox(folder).open(use, sealed)).toBeUndefined()
  })

  it('says that the disk is full', async () => {
    const disk = failingDisk()
    disk.fail('write', 'ENOSPC')

    await expect(secretBox(await freshFolder(), disk.fs).seal(use, secret)).rejects.toMatchObject({
      code: 'STORE_FULL',
    })
  })
})

/** The same length, its first character another one. */
function flipped(part: string): string {
  return (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
}
