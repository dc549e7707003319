import { EmailPath } from '@shortlist/contracts/mail'
import { expect, it } from 'vitest'
import { freeId, mailIdOf } from './stored-mails.ts'

const headers = 'Message-ID: <1@a.example>\r\nSubject: Hi\r\n'
const idOf = (raw: string) => mailIdOf(Buffer.from(raw))

it('names a mail by its headers alone, so that half of a long mail has the same id', () => {
  expect(idOf(`${headers}\r\nHello`)).toBe(idOf(`${headers}\r\nHello and so on`))
})

it.each([
  'Message-ID: <2@a.example>\r\nSubject: Hi\r\n\r\n',
  'Message-ID: <1@a.example>\r\nSubject: Ho\r\n\r\n',
  `Received: from elsewhere\r\n${headers}\r\n`,
])('gives another mail another id, also one with the same Message-ID', (raw) => {
  expect(idOf(raw)).not.toBe(idOf(`${headers}\r\n`))
})

it('takes line feeds alone, no end of the headers, and no headers at all', () => {
  const lineFeeds = headers.replaceAll('\r', '')
  expect(idOf(`${lineFeeds}\nHello`)).toBe(idOf(lineFeeds))
  expect(idOf('\r\nHello')).not.toBe(idOf('\r\nHowdy'))
  expect(idOf('')).toMatch(/^[a-f0-9]{32}$/)
})

it('numbers mails with the same headers in a form that paths take', () => {
  const ids = new Set<string>()
  for (let n = 0; n < 3; n++) ids.add(freeId(idOf(headers), (id) => !ids.has(id)))

  expect(ids.size).toBe(3)
  for (const emailId of ids) expect(EmailPath.parse({ userId: 'ada', emailId })).toBeDefined()
})
