import type { MessageStructureObject } from 'imapflow'
import { describe, expect, it } from 'vitest'
import { findTextParts } from './imap-mailbox.ts'

function node(part: string, type: string, more: Partial<MessageStructureObject> = {}) {
  return { part, type, ...more }
}

describe('findTextParts', () => {
  it('finds the one text of a mail without parts', () => {
    const structure = { type: 'text/html', encoding: 'BASE64', parameters: { charset: 'koi8-r' } }

    expect(findTextParts(structure)).toEqual([
      { part: '1', type: 'text/html', encoding: 'base64', charset: 'koi8-r' },
    ])
  })

  it('finds texts that are no attachments, and invitations wherever they lie', () => {
    const structure = node('', 'multipart/mixed', {
      childNodes: [
        node('1', 'multipart/alternative', {
          childNodes: [
            node('1.1', 'text/plain'),
            node('1.2', 'text/html', { disposition: 'inline' }),
            node('1.3', 'text/calendar'),
          ],
        }),
        node('2', 'text/plain', { disposition: 'attachment' }),
        node('3', 'application/ics', { disposition: 'attachment' }),
        node('4', 'image/png'),
        node('5', 'message/rfc822', { childNodes: [node('5.1', 'text/plain')] }),
      ],
    })

    expect(findTextParts(structure).map(({ part, type }) => [part, type])).toEqual([
      ['1.1', 'text/plain'],
      ['1.2', 'text/html'],
      ['1.3', 'text/calendar'],
      ['3', 'text/calendar'],
      ['5.1', 'text/plain'],
    ])
  })

  it('keeps the invitation of a mail with more texts than anybody reads', () => {
    const texts = Array.from({ length: 1_000 }, (_, at) => node(String(at + 1), 'text/plain'))
    const structure = node('', 'multipart/mixed', {
      childNodes: [...texts, node('1001', 'text/calendar')],
    })

    const found = findTextParts(structure)

    expect(found).toHaveLength(16)
    expect(found.at(-1)).toMatchObject({ part: '1001', type: 'text/calendar' })
  })
})
