/** Bytes of a mail as a mailbox holds it on average. */
const MAIL_BYTES = 13_000

const words =
  'we read your application for the role of engineer and would like to hear more about the work on storage and search that you describe in your letter'.split(
    ' ',
  )

/** A raw mail (RFC 5322) of about 13 KB unless told otherwise; `at` is its Date. */
export function rawMail(number: number, at: Date, bytes = MAIL_BYTES): Buffer {
  const lines = [
    `From: Person ${number} <person-${number}@company-${number % 97}.example>`,
    'To: ada@example.test',
    `Subject: About the role ${number}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <bench-${number}@company.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
  ]
  let size = 0
  for (let line = 0; size < bytes; line++) {
    const start = (number * 7 + line * 3) % words.length
    const text = [...words.slice(start), ...words.slice(0, start)].join(' ')
    lines.push(text.slice(0, 76))
    size += 78
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
