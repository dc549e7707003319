import { describe, expect, it } from 'vitest'
import { previewBody, snippet } from './account-mail.ts'

describe('previewBody', () => {
  it('keeps 200 characters as they are and cuts the 201st', () => {
    expect(previewBody('a'.repeat(200))).toBe('a'.repeat(200))
    expect(previewBody('a'.repeat(201))).toBe(`${'a'.repeat(200)}...`)
  })

  it('makes one line of a text', () => {
    expect(previewBody('\n Hello,\r\n\r\n  Ada \t!\n')).toBe('Hello, Ada !')
  })

  it('never splits a character', () => {
    const text = `${'a'.repeat(199)}🎉 and more`

    expect(previewBody(text)).toBe(`${'a'.repeat(199)}...`)
    expect(previewBody(`${'a'.repeat(198)}🎉 and more`)).toBe(`${'a'.repeat(198)}🎉...`)
  })

  it('cuts after 200 characters, also where the last one is a space', () => {
    expect(previewBody(`${'a'.repeat(199)} more`)).toBe(`${'a'.repeat(199)} ...`)
  })

  it('is quick for a text of a megabyte', () => {
    const text = `${' \n'.repeat(500_000)}end`

    expect(previewBody(text)).toBe('')
    expect(previewBody(`start${text}`)).toBe('start')
  })
})

describe('snippet', () => {
  it('is half as long', () => {
    expect(snippet('b'.repeat(300))).toBe(`${'b'.repeat(100)}...`)
  })

  it('adds no dots to those of the text', () => {
    const text = `${'b'.repeat(99)}...`

    expect(snippet(text)).toBe(text)
  })
})
