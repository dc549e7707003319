import { expect, it } from 'vitest'
import { tokenOf } from './session-cookie.ts'

const token = 'Abc_-'.padEnd(43, 'x')

it.each([
  [`shortlist_session=${token}`, token],
  [`a=1; shortlist_session=${token}; b=2`, token],
  [`shortlist_session="${token}"`, token],
  [undefined, undefined],
  ['', undefined],
  ['shortlist_session', undefined],
  ['shortlist_session=', undefined],
  [`shortlist_session=${token}x`, undefined],
  [`xshortlist_session=${token}`, undefined],
  ['shortlist_session=%', undefined],
  [`shortlist_session=${'é'.repeat(43)}`, undefined],
])('reads the token in %j', (header, expected) => {
  expect(tokenOf(header)).toBe(expected)
})
