import { expect, it } from 'vitest'
import { eventId } from './ledger.ts'

it('is base32hex of SHA-256, in lower case (RFC 4648, section 7)', () => {
  const parts = ['ada', 'uid', 'interview@acme.example']
  const known = 'beehah58jg6hkkv1s2531h5jlueji239vbb8ngaqg93pgusr5p40'

  expect(eventId(parts)).toMatch(/^[a-v0-9]{52}$/)
  expect(eventId(parts)).toBe(known)
})

it('tells apart what only a separator tells apart', () => {
  expect(eventId(['ab', 'c'])).not.toBe(eventId(['a', 'bc']))
})
