import { expect, it } from 'vitest'
import { composeLink, replySubject } from './compose-link.ts'

const reply = {
  to: 'dana@northwind.example',
  subject: 'Interview & portfolio',
  body: 'Hi Dana,\n\nTuesday = fine + good? 100% #1 ä 👍',
}

function linkTo(address: string, parts: Partial<typeof reply> = {}): URL {
  const link = composeLink(address, { ...reply, ...parts })
  if (link === null) throw new Error('there is no link')
  return new URL(link)
}

it('fills in recipient, subject and body', () => {
  const { origin, pathname, searchParams } = linkTo('https://mail.example/compose')

  expect(origin + pathname).toBe('https://mail.example/compose')
  expect(Object.fromEntries(searchParams)).toEqual({
    to: 'dana@northwind.example',
    subject: 'Re: Interview & portfolio',
    body: 'Hi Dana,\n\nTuesday = fine + good? 100% #1 ä 👍',
  })
})

it('keeps what the address says already, its fragment included', () => {
  const link = linkTo('https://mail.example/compose?account=2&subject=old#new')

  expect(link.searchParams.get('account')).toBe('2')
  expect(link.searchParams.getAll('subject')).toEqual(['Re: Interview & portfolio'])
  expect(link.hash).toBe('#new')
})

it('calls the subject as Gmail does', () => {
  const { searchParams } = linkTo('https://mail.google.com/mail/?view=cm&fs=1')

  expect(searchParams.get('su')).toBe('Re: Interview & portfolio')
  expect(searchParams.has('subject')).toBe(false)
  expect(searchParams.get('view')).toBe('cm')
})

it('follows an address that has a subject called su', () => {
  expect(linkTo('https://mail.example/?su=').searchParams.get('su')).toBe(
    'Re: Interview & portfolio',
  )
})

it('writes a mailto link by its own rules: no plus for a space, CRLF between lines', () => {
  const link = composeLink('mailto:', { ...reply, body: 'a b\nc\r\nd' })

  expect(link).toBe(
    'mailto:dana@northwind.example?subject=Re%3A%20Interview%20%26%20portfolio&body=a%20b%0D%0Ac%0D%0Ad',
  )
})

it('keeps the other fields of a mailto link, and its recipient where the mail has none', () => {
  const link = composeLink('mailto:me@example.com?cc=team@example.com', { ...reply, to: '' })

  expect(link).toMatch(/^mailto:me@example\.com\?cc=team%40example\.com&subject=/)
})

it('lets a recipient add no fields', () => {
  const to = 'a@b.example?bcc=all@example.com&subject=x'
  const link = new URL(composeLink('mailto:', { ...reply, to }) ?? '')

  expect(link.searchParams.has('bcc')).toBe(false)
  expect(linkTo('https://mail.example/', { to }).searchParams.get('to')).toBe(to)
})

it('leaves out what is empty', () => {
  expect(linkTo('https://mail.example/', { to: '' }).searchParams.has('to')).toBe(false)
})

it('writes no plus for a space on the web either', () => {
  expect(composeLink('https://mail.example/', reply)).not.toContain('+')
})

it('survives half a character', () => {
  expect(linkTo('https://mail.example/', { body: 'a\uD83D' }).searchParams.get('body')).toBe('a�')
})

it.each(['', 'compose', 'javascript:alert(1)', 'data:text/html,x'])(
  'opens nothing for the address %j',
  (address) => {
    expect(composeLink(address, reply)).toBeNull()
  },
)

it.each([
  ['Interview', 'Re: Interview'],
  ['Re: Interview', 'Re: Interview'],
  ['RE : Interview', 'RE : Interview'],
  ['  re:Interview ', 're:Interview'],
  ['Reminder: Interview', 'Re: Reminder: Interview'],
  ['', 'Re: '],
])('answers the subject %j with %j', (subject, expected) => {
  expect(replySubject(subject)).toBe(expected)
})
