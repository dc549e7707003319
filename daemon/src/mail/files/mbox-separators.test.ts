import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CORPUS_SIZE, corpus } from '../../../../.config/testing/corpus.ts'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { createFilesMailbox } from './files-mailbox.ts'
import { findMboxRanges } from './mbox-source.ts'
import { readMailbox } from './testing/read-mailbox.ts'

const EVERY = sized(12, 1)
const separator = 'From ada@example.org Mon Mar  2 09:00:00 2026'

async function texts(mbox: string | Buffer): Promise<string[]> {
  const path = join(await freshFolder(), 'mail.mbox')
  await writeFile(path, mbox)
  const file = await open(path)
  try {
    const bytes = Buffer.from(mbox)
    const ranges = await findMboxRanges(file, bytes.length, new AbortController().signal)
    return ranges.map(({ start, end }) => bytes.toString('latin1', start, end))
  } finally {
    await file.close()
  }
}

describe('findMboxRanges', () => {
  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
  ])('splits mails with %s', async (_, end) => {
    const mbox = [separator, 'A: 1', '', 'x', '', separator, 'B: 2', '', 'y', '', ''].join(end)

    expect(await texts(mbox)).toEqual([`A: 1${end}${end}x${end}`, `B: 2${end}${end}y${end}`])
  })

  it.each([
    'From ada@example.org Mon Mar  2 09:00:00 2026',
    'From 1234567890@xxx Mon Mar 02 09:00:00 +0000 2026',
    'From - Mon Mar 02 09:00:00 2026',
    'From MAILER-DAEMON Mon Mar  2 09:00 2026 CET',
  ])('knows a separator: %s', async (line) => {
    expect(await texts(`${line}\nA: 1\n\nx\n\n${line}\nB: 2\n\ny\n`)).toHaveLength(2)
  })

  it.each(['From now on we meet at 10:00.', 'From Ada', 'From: ada@example.org 10:00 2026'])(
    'does not split at a sentence: %s',
    async (line) => {
      expect(await texts(`${separator}\nA: 1\n\n${line}\n\nx\n`)).toHaveLength(1)
    },
  )

  it('does not split within a paragraph', async () => {
    expect(await texts(`${separator}\nA: 1\n\nHe wrote\n${separator}\nand so on\n`)).toHaveLength(1)
  })

  it('keeps the same end when a mail is appended', async () => {
    const first = `${separator}\nA: 1\n\nx\n`

    const [alone] = await texts(first)
    const [ended] = await texts(`${first}\n`)
    const [followed] = await texts(`${first}\n${separator}\nB: 2\n\ny\n`)

    expect([alone, ended, followed]).toEqual(Array(3).fill('A: 1\n\nx\n'))
  })

  it('finds every separator wherever the blocks of reading end', async () => {
    const bodies = Array.from(
      { length: sized(8_000, 40_000) },
      (_, n) => `N: ${n}\n\n${'x'.repeat((n * 37) % 211)}\n`,
    )

    expect(await texts(bodies.map((body) => `${separator}\n${body}\n`).join(''))).toEqual(bodies)
  })

  it('gives real mails back as they were', async () => {
    const path = join(await freshFolder(), 'corpus.mbox')
    const mails = [...corpus(EVERY)].map(({ raw }) => raw)
    const quoted = mails.map((raw) => raw.toString('latin1').replace(/^(>*From )/gm, '>$1'))
    await writeFile(path, quoted.map((raw) => `${separator}\n${raw}\n\n`).join(''), 'latin1')

    const reading = await readMailbox(createFilesMailbox({ path, composeUrl: '' }))

    const endless = (raw: Uint8Array) => Buffer.from(raw).toString('latin1').trimEnd()
    const read = new Set(reading.mails.map(({ source }) => endless(source)))
    const lost = [...corpus(EVERY)].filter(({ raw }) => !read.has(endless(raw)))
    expect(lost.map(({ name }) => name)).toEqual([])
    expect(reading.mails).toHaveLength(Math.ceil(CORPUS_SIZE / EVERY))
  }, 60_000)
})
