import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { imapUnderTest } from '../../../test/imap-under-test.ts'
import { mailNumber, numberOf, ReadMailbox, range } from '../../../test/read-mailbox.ts'
import type { FetchedMail } from '../ports.ts'

const imap = await imapUnderTest()

/** Reads a mailbox that holds this mail and two others, and gives what became of this one. */
async function fetched(raw: string | Buffer): Promise<FetchedMail> {
  const user = imap.freshUser()
  imap.deliver(user, 1)
  imap.deliverRaw(user, Buffer.from(raw), mailNumber(2).at)
  imap.deliver(user, 3)
  const read = new ReadMailbox(imap.open(imap.settings(user)))
  const [batch] = await read.read()
  expect(batch?.mails.map(({ uid }) => uid)).toEqual([3, 2, 1])
  const mail = batch?.mails[1]
  if (!mail) throw new Error('the mail has not come')
  return mail
}

/** A mail of several parts, each with its header. */
function multipart(...parts: readonly string[]): string {
  const body = parts.map((part) => `--b\r\n${part}\r\n`).join('')
  const type = 'Content-Type: multipart/mixed; boundary=b'
  return `Subject: Long\r\nMIME-Version: 1.0\r\n${type}\r\n\r\n${body}--b--\r\n`
}

const attachment = (bytes: number) =>
  `Content-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\n${lines(bytes)}`

/** So many bytes of text, in lines that a mail may have. */
function lines(bytes: number): string {
  return `${'x'.repeat(98)}\r\n`.repeat(bytes / 100)
}

const invitation = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Gespräch\r\nEND:VCALENDAR\r\n'

describe('a mail of more than 64 KB', { timeout: 20_000 }, () => {
  it('comes with its beginning, its texts and the invitation behind an attachment', async () => {
    const raw = multipart(
      'Content-Type: text/plain; charset=utf-8\r\n\r\nSee you then.',
      attachment(200_000),
      `Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(invitation).toString('base64')}`,
      `Content-Type: application/ics; name=i.ics\r\nContent-Disposition: attachment\r\n\r\n${invitation}`,
      'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=log.txt\r\n\r\nnot read',
    )

    const mail = await fetched(raw)

    expect(mail.isWhole).toBe(false)
    expect(mail.receivedAt).toBe('2026-09-01T00:02:00.000Z')
    expect(Buffer.from(mail.source).toString('latin1')).toBe(raw.slice(0, 65_536))
    expect(mail.parts.map(({ type, text }) => [type, text.trim()])).toEqual([
      ['text/plain', 'See you then.'],
      ['text/calendar', invitation.trim()],
      ['text/calendar', invitation.trim()],
    ])
  })

  it('is one text of at most 1 MB where it has no parts', async () => {
    const mail = await fetched(`Subject: Long\r\n\r\n${lines(3_000_000)}`)

    expect(mail.parts.map(({ type, text }) => [type, text.length])).toEqual([
      ['text/plain', 1_048_576],
    ])
  })

  it('is read in its own charset and transfer encoding', async () => {
    const raw = Buffer.concat([
      Buffer.from(multipart(attachment(70_000)).replace('--b--\r\n', '')),
      Buffer.from('--b\r\nContent-Type: text/plain; charset=windows-1251\r\n'),
      Buffer.from(
        'Content-Transfer-Encoding: quoted-printable\r\n\r\n=CF=F0=E8=E2=E5=F2 =\r\n!\r\n',
      ),
      Buffer.from('--b\r\nContent-Type: text/html; charset=iso-2022-jp\r\n\r\n'),
      Buffer.from('1b2442467c4b5c1b2842', 'hex'),
      Buffer.from('\r\n--b\r\nContent-Type: text/plain; charset=klingon\r\n\r\nplain\r\n--b--\r\n'),
    ])

    const mail = await fetched(raw)

    expect(mail.parts.map(({ text }) => text.trim())).toEqual(['Привет !', '日本', 'plain'])
  })

  it('costs no more than its beginning and its text where it is huge', async () => {
    const mail = await fetched(
      multipart('Content-Type: text/plain\r\n\r\nHello', attachment(50_000_000)),
    )

    expect(mail.parts).toEqual([{ type: 'text/plain', text: 'Hello' }])
    expect(mail.source).toHaveLength(65_536)
  })

  it('does not end the reading where it is nested a thousand times', async () => {
    const open = range(1, 1_000).map(
      (at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    )
    const raw = `Subject: Deep\r\n${open.join('')}Content-Type: text/plain\r\n\r\n${lines(80_000)}`

    const mail = await fetched(raw)

    expect(mail.isWhole).toBe(false)
  })
})

describe('a mail that is not as it should be', () => {
  it('comes as it is with NUL bytes and without a header', async () => {
    const raw = Buffer.from('\0\0garbage\0\r\n\xff\xfe\r\n', 'latin1')

    const mail = await fetched(raw)

    expect(mail).toMatchObject({ uid: 2, isWhole: true, parts: [] })
    expect(mail.source.length).toBeGreaterThan(5)
  })

  it('comes empty where it holds nothing', async () => {
    const mail = await fetched('')

    expect(mail).toMatchObject({ isWhole: true, parts: [] })
    expect(Buffer.from(mail.source).toString().trim()).toBe('')
  })

  it('comes empty where the server cannot read it, and the others come whole', async () => {
    const user = imap.freshUser()
    imap.deliver(user, ...range(1, 60))
    const folder = join(imap.server.maildir(user), 'new')
    const bad = readdirSync(folder).find(
      (name) => numberOf(readFileSync(join(folder, name))) === 30,
    )
    chmodSync(join(folder, bad ?? ''), 0)
    const read = new ReadMailbox(imap.open(imap.settings(user)))

    // the server hangs up each time, until it is known for which mail
    let attempts = 1
    while (!(await read.read().then(isDone, isLost))) attempts += 1

    const mails = read.batches.flatMap((batch) => batch.mails)
    expect(mails.map(({ uid }) => uid)).toEqual(range(1, 60).reverse())
    expect(mails.filter(({ source }) => source.length === 0).map(({ uid }) => uid)).toEqual([30])
    expect(attempts).toBeLessThan(10)
  })
})

const isDone = () => true

function isLost(failure: unknown): false {
  expect(failure).toHaveProperty('code', 'IMAP_NET')
  return false
}
