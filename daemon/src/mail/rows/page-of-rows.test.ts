import { describe, expect, it } from 'vitest'
import { matching } from './page-of-rows.ts'

describe('what a search asks the index for', () => {
  it.each([
    ['offer', '"offer" *'],
    ['offer ', '"offer"'],
    ['second round', '"second" AND "round" *'],
    ['"second round" berlin', '"second round" AND "berlin" *'],
    ['from:petrova', 'sender : "petrova" *'],
    ['from:"Elena P" offer', 'sender : "Elena P" AND "offer" *'],
    ['node.js', '"node js" *'],
    ['a OR b', '"a" AND "OR" AND "b" *'],
    ['subject:x NEAR(y)', '"subject x" AND "NEAR y" *'],
    ['"', null],
    ['  * ', null],
    ['', null],
  ])('%s', (typed, asked) => {
    expect(matching(typed)).toBe(asked)
  })
})
