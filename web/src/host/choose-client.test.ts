import { expect, it } from 'vitest'
import { chooseClient } from './choose-client.ts'

function page(address: string) {
  const { hostname, origin } = new URL(address)
  return { location: { hostname, origin } as Location }
}

it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
  'talks to the daemon that %s came from',
  (address) => {
    expect(chooseClient(page(address))?.abilities.origin).toBe(address)
  },
)

it('finds no daemon at any other name', () => {
  expect(chooseClient(page('https://localhost.example.com'))).toBeNull()
})

it('trusts the mark of a host whose name does not show that it is local', () => {
  const marked = { ...page('http://panel.test'), shortlistIsLocal: true }

  expect(chooseClient(marked)).not.toBeNull()
})
