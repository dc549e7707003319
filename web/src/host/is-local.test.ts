import { expect, it } from 'vitest'
import { isLocal } from './is-local.ts'

function page(hostname: string, mark?: unknown) {
  return { location: { hostname }, shortlistIsLocal: mark } as Window
}

it.each(['localhost', '127.0.0.1', '[::1]'])('knows %s for a local host', (name) => {
  expect(isLocal(page(name))).toBe(true)
})

it.each(['localhost.example.com', '127.0.0.1.example.com', '127.0.0.2', 'shortlist.test', ''])(
  'knows %j for no local host',
  (name) => {
    expect(isLocal(page(name))).toBe(false)
  },
)

it('trusts the mark of a host whose name does not show that it is local', () => {
  expect(isLocal(page('panel.test', true))).toBe(true)
})

it.each([{ tagName: 'A' }, 'true', 1, null])('takes %j for no mark', (forged) => {
  expect(isLocal(page('panel.test', forged))).toBe(false)
})
