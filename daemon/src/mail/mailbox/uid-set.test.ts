import { describe, expect, it } from 'vitest'
import { packUids, unpackUids } from './imap-mailbox.ts'

describe('a set of numbers', () => {
  it.each([
    [[], ''],
    [[7], '7'],
    [[3, 1, 2], '1:3'],
    [[9, 1, 2, 2, 5, 4], '1:2,4:5,9'],
  ])('packs %j as "%s", and unpacks it again', (uids, packed) => {
    expect(packUids(uids)).toBe(packed)
    expect(unpackUids(packed)).toEqual([...new Set(uids)].sort((one, other) => one - other))
  })

  it('is short for a mailbox without gaps, however large', () => {
    const uids = Array.from({ length: 100_000 }, (_, at) => at + 1)

    expect(packUids(uids)).toBe('1:100000')
    expect(unpackUids('1:100000')).toEqual(uids)
  })

  it('takes ranges either way round', () => {
    expect(unpackUids('3:1,5')).toEqual([1, 2, 3, 5])
  })

  it.each(['1:4294967295', 'x', '1,*'])('refuses "%s"', (set) => {
    expect(() => unpackUids(set)).toThrow(RangeError)
  })
})
