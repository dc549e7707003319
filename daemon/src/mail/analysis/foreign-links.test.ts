import { describe, expect, it } from 'vitest'
import { busyMilliseconds } from '../../../../.config/testing/busy-milliseconds.ts'
import { mailToAnalyze } from '../../../test/mail-to-analyze.ts'
import { removeForeignLinks, shownText } from './clean-finding.ts'

const { message } = mailToAnalyze({
  text: 'Join https://meet.example/abc-def?x=1 or call +49 (221) 123-456. We build with Node.js.',
  replyTo: { name: '', address: 'jobs@harbour.example' },
})
const clean = (text: string) => removeForeignLinks(text, shownText(message))

describe('what a model writes about a mail', () => {
  it.each([
    'https://evil.example/?mailbox=all',
    'HTTPS://EVIL.EXAMPLE',
    'http://203.0.113.9/x',
    '203.0.113.9:8080/x',
    '//evil.example/x',
    'www.evil.example',
    'evil.com',
    'pay.evil.io/now',
    'javascript:alert(1)',
    'data:text/html;base64,AAAA',
    'mailto:thief@evil.example',
    'thief@evil.example',
    'tel:+447700900123',
    '+44 7700 900123',
    '0800/123 45 67',
    '(555) 010-9999',
    'https://meet.example/abc-def?x=1&secret=2',
  ])('loses %s, which the mail does not show', (link) => {
    expect(clean(`See ${link} now`)).toBe('See [removed] now')
  })

  it.each([
    'https://meet.example/abc-def?x=1',
    'https://meet.example/abc-def?x=1.',
    '+49 221 123456',
    'dana@harbour.example',
    'jobs@harbour.example',
  ])('keeps %s, which it shows', (link) => {
    expect(clean(`See ${link} now`)).toBe(`See ${link} now`)
  })

  it.each([
    'on 2026-03-05 at 14:00',
    'on 05.03.2026, 14:00 Uhr',
    'from 10:00 to 11:30',
    'salary of 74,000 to 82,000 euro',
    'React.js and Node.js, version 12.0.1',
    'by e.g. Thursday, i.e. tomorrow',
    'the Re: line, and this: that',
  ])('keeps %s', (text) => {
    expect(clean(text)).toBe(text)
  })

  it('takes no time for texts that are made to take long', () => {
    const traps = ['a@', 'a.', '1 ', '1.', '//', 'http:', '-', '(+'].map((part) =>
      part.repeat(10_000),
    )
    const begun = busyMilliseconds()

    for (const trap of traps) clean(trap)

    expect(busyMilliseconds() - begun).toBeLessThan(2_000)
  })
})
