import { afterEach, expect, it, vi } from 'vitest'
import { claimUnsent, forgetUnsent, keepUnsentIn, readUnsent, writeUnsent } from './unsent.ts'

afterEach(() => keepUnsentIn(() => sessionStorage))

it('keeps what one account has not sent, until another one comes', () => {
  claimUnsent('ada')
  writeUnsent('chat', 'new', 'A question')
  writeUnsent('mail', 'm1', 'A reply')

  claimUnsent('ada')
  expect([readUnsent('chat', 'new'), readUnsent('mail', 'm1')]).toEqual(['A question', 'A reply'])

  claimUnsent('bob')
  expect([readUnsent('chat', 'new'), readUnsent('mail', 'm1')]).toEqual([null, null])
})

it('forgets everything on demand, and nothing that is not its own', () => {
  sessionStorage.setItem('shortlist.theme', 'dark')
  claimUnsent('ada')
  writeUnsent('chat', 'new', 'A question')

  forgetUnsent()

  expect(Object.keys(sessionStorage)).toEqual(['shortlist.theme'])
})

it('lies where the host wants it', () => {
  keepUnsentIn(() => localStorage)

  writeUnsent('chat', 'new', 'A question')

  expect(sessionStorage).toHaveLength(0)
  expect(localStorage).toHaveLength(1)
})

it('does without a browser that stores nothing', () => {
  const blocked = vi.fn(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  keepUnsentIn(blocked)

  claimUnsent('ada')
  writeUnsent('chat', 'new', 'A question')

  expect(readUnsent('chat', 'new')).toBeNull()
  expect(blocked).toHaveBeenCalled()
})
