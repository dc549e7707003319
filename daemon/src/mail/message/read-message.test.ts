import { describe, expect, it } from 'vitest'
import type { FetchedMail } from '../ports.ts'
import { readMessage } from './read-message.ts'

const whole = (source: string | Uint8Array): FetchedMail => ({
  uid: 1,
  receivedAt: '2026-03-02T09:00:00.000Z',
  source: typeof source === 'string' ? Buffer.from(source) : source,
  isWhole: true,
  parts: [],
})

const lines = (...all: string[]) => all.join('\r\n')
const read = (...all: string[]) => readMessage(whole(lines(...all)))

describe('readMessage', () => {
  it('reads headers and text', async () => {
    const message = await read(
      'From: =?utf-8?Q?J=C3=B6rg_M=C3=BCller?= <joerg@acme.example>',
      'Reply-To: jobs@acme.example',
      'To: Robin <robin@example.org>, Team: a@b.example, "C, D" <c@d.example>;',
      'Subject: =?iso-8859-1?Q?Gespr=E4ch?= am =?utf-8?B?TW9udGFn?=',
      'Date: Mon, 2 Mar 2026 10:00:00 +0100',
      'Message-ID: <1@acme.example>',
      'In-Reply-To: <0@example.org>',
      'References: <a@x> <b@x>',
      ' <0@example.org>',
      '',
      'Hallo Robin,',
      'bis Montag!',
    )

    expect(message).toEqual({
      messageId: '<1@acme.example>',
      references: ['<a@x>', '<b@x>', '<0@example.org>'],
      subject: 'Gespräch am Montag',
      from: { name: 'Jörg Müller', address: 'joerg@acme.example' },
      replyTo: { name: '', address: 'jobs@acme.example' },
      to: [
        { name: 'Robin', address: 'robin@example.org' },
        { name: '', address: 'a@b.example' },
        { name: 'C, D', address: 'c@d.example' },
      ],
      date: '2026-03-02T09:00:00.000Z',
      dateOffset: 60,
      text: 'Hallo Robin,\nbis Montag!',
      invitations: [],
      jsonLd: [],
      hiddenCharacters: 0,
      isBulk: false,
      isAutomatic: false,
      authentication: 'unknown',
      arrivedAt: null,
      problem: null,
    })
  })

  it.each([
    ['iso-8859-1', [0xe4], 'ä'],
    ['windows-1252', [0x80], '€'],
    ['iso-8859-2', [0xb3], 'ł'],
    ['utf-8', [0xe4], 'ä'],
    ['x-unknown', [0xe4], 'ä'],
    ['utf-16', [0xe4], 'ä'],
  ])('reads raw bytes in a header as %s, which the text is in', async (charset, bytes, letter) => {
    const message = await readMessage(
      whole(
        Buffer.concat([
          Buffer.from('From: "J. '),
          Buffer.from(bytes),
          Buffer.from('" <j@acme.example>\r\nSubject: Gespr'),
          Buffer.from(bytes),
          Buffer.from(`ch\r\nContent-Type: text/plain; charset=${charset}\r\n\r\nHallo`),
        ]),
      ),
    )

    expect(message.subject).toBe(`Gespr${letter}ch`)
    expect(message.from.name).toBe(`J. ${letter}`)
  })

  it('reads raw UTF-8 in a header whatever charset the text is in (RFC 6532)', async () => {
    const { subject } = await read(
      'Subject: Gespräch',
      'Content-Type: text/plain; charset=iso-8859-1',
      '',
      'Hallo',
    )

    expect(subject).toBe('Gespräch')
  })

  it('takes unseen characters out of subject and names', async () => {
    const { subject, from } = await read(
      'From: =?utf-8?B?4oCuQWRh4oCL?= <ada@acme.example>',
      'Subject: =?utf-8?Q?In=E2=80=8Bter=C2=ADview=E2=80=AE?=',
      '',
      'Hi',
    )

    expect(subject).toBe('Interview')
    expect(from.name).toBe('Ada')
  })

  it.each([
    ['Mon, 2 Mar 2026 10:00:00 -0530', '2026-03-02T15:30:00.000Z', -330],
    ['Mon, 2 Mar 2026 10:00:00 -0000', '2026-03-02T10:00:00.000Z', null],
    ['Mon, 2 Mar 2026 10:00:00 GMT', '2026-03-02T10:00:00.000Z', 0],
    ['Mon, 2 Mar 2026 10:00:00 EST (Eastern)', '2026-03-02T15:00:00.000Z', -300],
    ['2 Mar 2026 10:00 +0100', '2026-03-02T09:00:00.000Z', 60],
    ['yesterday', null, null],
    ['Mon, 2 Mar 1902 10:00:00 +0000', null, null],
    ['Mon, 2 Mar 20260 10:00:00 +0000', null, null],
  ])('reads the date "%s"', async (header, date, dateOffset) => {
    expect(await read(`Date: ${header}`, '', 'Hi')).toMatchObject({ date, dateOffset })
  })

  it.each([
    ['List-Unsubscribe: <https://x.example>', true],
    ['List-Id: <x.example>', true],
    ['Precedence: bulk', true],
    ['Precedence: first-class', false],
    ['Auto-Submitted: auto-generated', true],
    ['Auto-Submitted: no', false],
    ['X-Other: list', false],
  ])('knows mail to many by "%s"', async (header, isBulk) => {
    expect(await read(header, '', 'Hi')).toHaveProperty('isBulk', isBulk)
  })

  it.each([
    ['Auto-Submitted: auto-generated', true],
    ['Auto-Submitted: auto-generated\nList-Id: <x.example>', false],
    ['Auto-Submitted: auto-replied', false],
    ['List-Unsubscribe: <https://x.example>', false],
  ])('knows what a program wrote to one by "%s"', async (header, isAutomatic) => {
    expect(await read(header, '', 'Hi')).toHaveProperty('isAutomatic', isAutomatic)
  })

  it.each([
    ['mx.example; dkim=pass header.d=acme.example; dmarc=pass header.from=acme.example', 'pass'],
    [
      'mx.example; dkim=pass header.d=mallory.example; dmarc=fail (p=NONE) header.from=acme.example',
      'fail',
    ],
    ['mx.example; dkim=pass header.i=@mail.acme.example; spf=none', 'pass'],
    ['mx.example; spf=pass smtp.mailfrom=x@acme.example', 'pass'],
    ['mx.example; dkim=pass header.d=mallory.example', 'unknown'],
    ['mx.example; dkim=pass header.d=notacme.example; spf=fail smtp.mailfrom=acme.example', 'fail'],
    ['mx.example; none', 'unknown'],
  ])('trusts the receiving server: "%s"', async (results, authentication) => {
    const message = await read(
      `Authentication-Results: ${results}`,
      'Authentication-Results: mallory.example; dmarc=pass',
      'From: hr@acme.example',
      '',
      'Hi',
    )

    expect(message).toHaveProperty('authentication', authentication)
  })

  it.each([
    ['dmarc=pass header.from=acme.example', true],
    ['dmarc=pass', true],
    ['dmarc=pass header.from=example', false],
    ['dkim=pass header.d=acme.example; spf=pass smtp.mailfrom=acme.example', false],
  ])('takes a sender as proven by DMARC alone: "%s"', async (results, isSenderProven) => {
    const message = await read(
      `Authentication-Results: mx.example; ${results}`,
      'From: hr@acme.example',
      '',
      'Hi',
    )

    expect(message).toHaveProperty('isSenderProven', isSenderProven)
  })

  it('knows when the receiving server got it, whatever its sender says', async () => {
    const message = await read(
      'Received: from acme.example by mx.example; Mon, 1 Mar 2027 12:00:00 +0100',
      'Received: from nowhere by acme.example; Mon, 1 Feb 2027 12:00:00 +0100',
      'Date: Fri, 1 Jan 2027 12:00:00 +0000',
      '',
      'Hi',
    )

    expect(message).toHaveProperty('arrivedAt', '2027-03-01T11:00:00.000Z')
  })
})

const ics = (uid: string) =>
  lines(
    'BEGIN:VCALENDAR',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  )

const part = (headers: string, body: string) => lines('--b', headers, '', body)
const multipart = 'Content-Type: multipart/mixed; boundary=b'

describe('readMessage finds invitations', () => {
  it('as parts and as files, each once', async () => {
    const { invitations, text } = await read(
      multipart,
      '',
      part('Content-Type: text/plain', 'See you'),
      part('Content-Type: text/calendar; method=REQUEST; charset=utf-8', ics('one')),
      part('Content-Type: application/ics; name=invite.ics', ics('one')),
      part(
        'Content-Type: application/octet-stream; name="two.ics"\r\nContent-Disposition: attachment',
        ics('two'),
      ),
      '--b--',
    )

    expect(text).toBe('See you')
    expect(invitations.map((text) => /UID:(\w+)/.exec(text)?.[1])).toEqual(['one', 'two'])
  })

  it('in base64 and Latin-1', async () => {
    const body = Buffer.from(ics('Größe'), 'latin1').toString('base64')

    const { invitations } = await read(
      'Content-Type: text/calendar; charset=iso-8859-1',
      'Content-Transfer-Encoding: base64',
      '',
      body,
    )

    expect(invitations[0]).toContain('UID:Größe')
  })
})

describe('readMessage of the beginning of a mail', () => {
  const beginning: FetchedMail = {
    ...whole(
      lines(
        'From: ada@acme.example',
        'Subject: Long',
        multipart,
        '',
        part('Content-Type: text/html', '<p>Beg'),
      ),
    ),
    isWhole: false,
  }

  it('takes headers from it and texts from its parts', async () => {
    const parts = [
      { type: 'text/plain', text: 'Plain' },
      { type: 'text/html', text: '<p>Whole<span hidden>secret</span></p>' },
      { type: 'text/calendar', text: ics('one') },
    ] as const

    expect(await readMessage({ ...beginning, parts })).toMatchObject({
      subject: 'Long',
      text: 'Whole',
      hiddenCharacters: 6,
      invitations: [ics('one')],
      problem: null,
    })
  })

  it('shows what it has where no text was fetched, and no half invitation', async () => {
    const source = Buffer.concat([
      beginning.source,
      Buffer.from(lines('', part('Content-Type: text/calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEV'))),
    ])

    expect(await readMessage({ ...beginning, source })).toMatchObject({
      text: 'Beg',
      invitations: [],
    })
  })
})
