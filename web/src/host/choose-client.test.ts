import { expect, it } from 'vitest'
import { chooseClient } from './choose-client.ts'

function page(address: string) {
  const { hostname, origin } = new URL(address)
  return { location: { hostname, origin } as Location }
}

it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
  'talks to the daemon that %s came from',
  (address) => {
    expect(chooseClient(page(address), false)).toMatchObject({
      kind: 'daemon',
      client: { abilities: { origin: address } },
    })
  },
)

it.each([true, false])('makes no client of a daemon at any other name', (isStatic) => {
  expect(chooseClient(page('https://localhost.example.com'), isStatic)).toEqual({ kind: 'demo' })
})

it('searches for a daemon where none has served the page', () => {
  expect(chooseClient(page('http://localhost:8080'), true)).toEqual({ kind: 'search' })
})

it('goes by the mark of the host where the name says nothing', () => {
  const marked = { ...page('http://panel.test'), shortlistIsLocal: true }

  expect(chooseClient(marked, false).kind).toBe('daemon')
  expect(chooseClient(marked, true).kind).toBe('search')
})
