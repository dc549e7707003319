import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { createFilesMailbox } from './files-mailbox.ts'
import { collect, readMailbox, subjectsOf } from './testing/read-mailbox.ts'

const composeUrl = 'https://mail.example/compose'

function open(path: string, clock = manualClock()) {
  const mailbox = createFilesMailbox({ path, composeUrl, clock })
  onTestFinished(() => mailbox.close())
  return mailbox
}

function mail(subject: string, day: number, text = 'Hello'): string {
  const date = `0${day} Mar 2026 10:00:00 +0100`
  return `Subject: ${subject}\nDate: ${date}\nMessage-ID: <${subject}@example.org>\n\n${text}\n`
}

const inMbox = (...mails: readonly string[]) =>
  mails.map((each) => `From ada@example.org Mon Mar  2 09:00:00 2026\n${each}\n`).join('')

async function mboxOf(...mails: readonly string[]): Promise<string> {
  const path = join(await freshFolder(), 'mail.mbox')
  await writeFile(path, inMbox(...mails))
  return path
}

describe('createFilesMailbox of an mbox file', () => {
  it('reads every mail, newest first, as it was before it was quoted', async () => {
    const text = '>From here on:\n>>From there\n> From\nFrom now on.\n\nFrom me to you, at 10:00'
    const path = await mboxOf(mail('two', 2), mail('three', 3, text), mail('one', 1))

    const reading = await readMailbox(open(path))

    expect(subjectsOf(reading)).toEqual(['three', 'two', 'one'])
    expect(reading.mails[0]?.receivedAt).toBe('2026-03-03T09:00:00.000Z')
    expect(Buffer.from(reading.mails[0]?.source ?? []).toString()).toBe(
      mail(
        'three',
        3,
        'From here on:\n>From there\n> From\nFrom now on.\n\nFrom me to you, at 10:00',
      ),
    )
    expect(reading.batches.map(({ expected }) => expected)).toEqual([3, 0])
  })

  it('finds nothing new in a file that has not changed, and does not ask what is known', async () => {
    const path = await mboxOf(mail('one', 1))
    const { cursor } = await readMailbox(open(path))
    const asked = () => expect.fail('asked')

    const batches = await collect(open(path).changes(cursor, asked, new AbortController().signal))

    expect(batches).toEqual([{ isReset: false, expected: 0, mails: [], gone: [], cursor }])
  })

  it('reads only what was added, in whatever place', async () => {
    const path = await mboxOf(mail('one', 1), mail('two', 2))
    const mailbox = open(path)
    const first = await readMailbox(mailbox)
    await appendFile(path, inMbox(mail('three', 3)))
    const second = await readMailbox(mailbox, first)
    await writeFile(path, inMbox(mail('four', 4), mail('two', 2), mail('three', 3), mail('one', 1)))
    const third = await readMailbox(mailbox, first, second)

    expect(subjectsOf(second)).toEqual(['three'])
    expect(subjectsOf(third)).toEqual(['four'])
    expect([...second.gone, ...third.gone]).toEqual([])
  })

  it('knows a mail again whose flags a mail program has written into it', async () => {
    const flagged = (status: string) => `X-Mozilla-Status: ${status}\nStatus: RO\n${mail('one', 1)}`
    const path = await mboxOf(flagged('0000'))
    const first = await readMailbox(open(path))
    await writeFile(path, inMbox(flagged('0001').replace('RO', 'R')))

    expect(await readMailbox(open(path), first)).toMatchObject({ mails: [], gone: [] })
  })

  it('reads the beginning of a mail that is larger than 25 MB', async () => {
    const path = await mboxOf(mail('huge', 1, 'x'.repeat(27 * 1024 * 1024)), mail('small', 2))

    const { mails } = await readMailbox(open(path))

    expect(mails.map(({ isWhole }) => isWhole)).toEqual([true, false])
    expect(mails[1]?.source.length).toBe(1024 * 1024)
  })

  it('reads a file that is a single mail', async () => {
    const path = join(await freshFolder(), 'one.eml')
    await writeFile(path, mail('one', 1))

    expect(subjectsOf(await readMailbox(open(path)))).toEqual(['one'])
  })

  it('starts anew where the numbers are those of another mailbox', async () => {
    const { cursor } = await readMailbox(open(await mboxOf(mail('one', 1))))
    const { signal } = new AbortController()
    const other = open(await mboxOf(mail('two', 2)))

    const batches = await collect(other.changes(cursor, async () => [], signal))

    expect(batches.map(({ isReset }) => isReset)).toEqual([true, false])
  })
})

describe('createFilesMailbox of a folder', () => {
  async function folderOf(files: Record<string, string>): Promise<string> {
    const folder = await freshFolder()
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return folder
  }

  it('reads the .eml files in it and below, newest first', async () => {
    const folder = await folderOf({
      'a.eml': mail('one', 1),
      'b/c/d.EML': mail('three', 3),
      'b/e.eml': mail('two', 2),
      'b/notes.txt': mail('no', 4),
    })

    expect(subjectsOf(await readMailbox(open(folder)))).toEqual(['three', 'two', 'one'])
  })

  it('reads only files that were added, changed or renamed', async () => {
    const folder = await folderOf({ 'a.eml': mail('one', 1), 'b.eml': mail('two', 2) })
    const mailbox = open(folder)
    const first = await readMailbox(mailbox)
    const [two, one] = first.mails.map(({ uid }) => uid)

    await writeFile(join(folder, 'c.eml'), mail('three', 3))
    const second = await readMailbox(mailbox, first)
    await writeFile(join(folder, 'a.eml'), mail('one', 1, 'Changed'))
    await rename(join(folder, 'b.eml'), join(folder, 'd.eml'))
    await rm(join(folder, 'c.eml'))
    const third = await readMailbox(mailbox, first, second)

    expect(subjectsOf(second)).toEqual(['three'])
    expect(second.gone).toEqual([])
    expect(subjectsOf(third)).toEqual(['two', 'one'])
    expect(new Set(third.gone)).toEqual(new Set([one, two, second.mails[0]?.uid]))
    expect(await readMailbox(mailbox, first, second, third)).toMatchObject({ mails: [], gone: [] })
  })
})

describe('createFilesMailbox', () => {
  it('says which file it cannot read, and is well again once it can', async () => {
    const path = join(await freshFolder(), 'missing.mbox')
    const mailbox = open(path)
    expect(mailbox.health()).toMatchObject({ kind: 'files', state: 'connecting', label: path })

    await expect(mailbox.connect(new AbortController().signal)).rejects.toMatchObject({
      code: 'MAIL_FILE',
      message: `Cannot read the mailbox ${path}: It does not exist.`,
    })
    expect(mailbox.health()).toMatchObject({
      state: 'unreadable',
      error: expect.stringContaining(path),
    })

    await writeFile(path, inMbox(mail('one', 1)))
    await mailbox.connect(new AbortController().signal)
    expect(mailbox.health()).toMatchObject({ state: 'ready', error: null, composeUrl })
  })

  it('refuses a file that is no mailbox', async () => {
    const path = join(await freshFolder(), 'picture.mbox')
    await writeFile(path, Buffer.from([0x89, 0x50, 0x4e, 0x47, 10, 10, 0]))

    await expect(readMailbox(open(path))).rejects.toHaveProperty('code', 'MAIL_FILE')
  })

  it('refuses a path that leads through a file', async () => {
    const path = join(await mboxOf(mail('one', 1)), 'below.mbox')

    await expect(readMailbox(open(path))).rejects.toHaveProperty('code', 'MAIL_FILE')
  })
})
