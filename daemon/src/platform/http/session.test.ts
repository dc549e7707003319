import { expect, it } from 'vitest'
import { tokensOf } from './session.ts'

const other = 'y'.repeat(43)
const token = 'Abc_-'.padEnd(43, 'x')

it.each([
  [`shortlist_session=${token}`, token],
  [`a=1; shortlist_session=${token}; b=2`, token],
  [`shortlist_session="${token}"`, token],
  [undefined],
  [''],
  ['shortlist_session'],
  ['shortlist_session='],
  [`shortlist_session=${token}x`],
  [`shortlist_session=ZZZ; shortlist_session=${token}`, token],
  [
    `shortlist_session=${token}; shortlist_session=${other}; shortlist_session=${token}`,
    token,
    other,
  ],
  [`xshortlist_session=${token}`],
  ['shortlist_session=%'],
  [`shortlist_session=${'é'.repeat(43)}`],
])('reads the tokens in %j', (header, ...expected) => {
  expect(tokensOf(header)).toEqual(expected)
})
