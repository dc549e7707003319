import { describe, expect, it } from 'vitest'
import { mailToAnalyze } from '../../../../test/mail-to-analyze.ts'
import type { ReadMessage } from '../../ports.ts'
import { isMassMail } from './mail-view.ts'

const bulk = (message: Partial<ReadMessage>) =>
  isMassMail(mailToAnalyze({ isBulk: true, ...message }).message)

describe('a mail with the headers of a list', () => {
  it('was written to many', () => {
    expect(bulk({ text: 'Ten questions for your next interview. Unsubscribe.' })).toBe(true)
    expect(bulk({ text: 'Our new editor is here.' })).toBe(true)
  })

  it.each([
    ['an employer’s system', { from: { name: '', address: 'no-reply@us.greenhouse-mail.io' } }],
    ['a scheduler', { from: { name: '', address: 'Notifications@Calendly.com' } }],
    ['a signing service', { from: { name: '', address: 'dse@docusign.net' } }],
    ['a sender with an invitation', { invitations: ['BEGIN:VCALENDAR'] }],
    ['a sender with a reservation', { jsonLd: ['{"@type":"EventReservation"}'] }],
    ['an unknown system about an application', { text: 'We have received your application.' }],
  ])('was not where it is from %s', (_, message) => {
    expect(bulk(message)).toBe(false)
  })

  it('was written to many where an employer’s system announces openings', () => {
    const from = { name: '', address: 'careers@notifications.smartrecruiters.com' }

    expect(bulk({ from, text: 'New openings! You get this because you joined us.' })).toBe(true)
    expect(bulk({ from, text: 'Your application was received. Unsubscribe.' })).toBe(false)
  })

  it('is not taken for an employer’s because its domain looks similar', () => {
    expect(bulk({ from: { name: '', address: 'news@notgreenhouse.io' } })).toBe(true)
    expect(bulk({ from: { name: '', address: 'news@greenhouse.io.evil.example' } })).toBe(true)
  })

  it.each(['Your special offer is waiting', 'Accept your exclusive offer'])(
    'does not become personal by: %s',
    (subject) => {
      expect(bulk({ subject })).toBe(true)
    },
  )

  it('was written to many where it offers a way out of the list, whatever it speaks of', () => {
    expect(bulk({ text: 'About your application and your interview. Unsubscribe.' })).toBe(true)
  })
})

describe('a mail without such headers', () => {
  it('was written to many where its sender calls itself a newsletter', () => {
    const from = { name: 'Digest', address: 'newsletter@digest.example' }

    expect(isMassMail(mailToAnalyze({ from, text: 'This week' }).message)).toBe(true)
    expect(isMassMail(mailToAnalyze({ text: 'Unsubscribe me, please' }).message)).toBe(false)
  })

  it('was written to many where it speaks like a seller, but for replies and one’s own interview', () => {
    const text = 'Free quote, no obligation! To be removed from this list, click here.'
    const about = (message: Partial<ReadMessage>) => isMassMail(mailToAnalyze(message).message)

    expect(about({ text })).toBe(true)
    expect(about({ text, references: ['<one@example.test>'] })).toBe(false)
    expect(about({ text: `Your interview is on Friday. ${text}` })).toBe(false)
  })
})
