import { describe, expect, it } from 'vitest'
import { AddressRefused, reach, systemNames } from './reach.ts'

/** A resolver that gives these answers, one after the other. */
function answering(...answers: readonly (readonly string[])[]) {
  const left = [...answers]
  return { addresses: async () => left.shift() ?? [] }
}

function tried(addresses: readonly string[], isOwnNetworkAllowed: boolean) {
  return reach('mail.example', { names: answering(addresses), isOwnNetworkAllowed }).then(
    ({ address }) => address,
    (error: unknown) => (error instanceof AddressRefused ? 'refused' : error),
  )
}

describe('reach', () => {
  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111'])(
    'lets everybody connect to %s',
    async (address) => {
      expect(await tried([address], false)).toBe(address)
      expect(await tried([address], true)).toBe(address)
    },
  )

  it.each([
    '127.0.0.1',
    '127.8.9.10',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd12:3456::1',
    'fc00::1',
  ])('lets only those connect to %s who may use the own network', async (address) => {
    expect(await tried([address], false)).toBe('refused')
    expect(await tried([address], true)).toBe(address)
  })

  it.each([
    ['metadata', '169.254.169.254'],
    ['metadata', '100.100.100.200'],
    ['metadata', '168.63.129.16'],
    ['metadata', 'fd00:ec2::254'],
    ['metadata', 'fd00:0ec2:0:0:0:0:0:0254'],
    ['link-local', '169.254.0.1'],
    ['link-local', 'fe80::1'],
    ['link-local', 'fe80::1%eth0'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '0.0.0.0'],
    ['unspecified', '0.1.2.3'],
    ['unspecified', '::'],
    ['reserved', '240.0.0.1'],
    ['for benchmarks', '198.18.0.1'],
    ['for documentation', '192.0.2.1'],
    ['for documentation', '2001:db8::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:a9fe:a9fe'],
    ['mapped', '::ffff:8.8.8.8'],
    ['compatible', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['6to4', '2002:7f00:1::'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64', '64:ff9b:1::a00:1'],
    ['Teredo', '2001::1'],
    ['site-local', 'fec0::1'],
    ['nonsense', 'localhost'],
  ])('lets nobody connect to the %s address %s', async (_, address) => {
    expect(await tried([address], false)).toBe('refused')
    expect(await tried([address], true)).toBe('refused')
  })

  it('refuses a host of which one address of eight is refused, wherever it stands', async () => {
    const eight = Array.from({ length: 8 }, (_, at) => `203.0.114.${at + 1}`)
    for (const at of eight.keys()) {
      expect(await tried(eight.with(at, '10.0.0.1'), false)).toBe('refused')
      expect(await tried(eight.with(at, '169.254.169.254'), true)).toBe('refused')
    }
    expect(await tried(eight, false)).toBe('203.0.114.1')
    expect(await tried([], true)).toBe('refused')
  })

  it('asks once, so that a second answer leads nowhere', async () => {
    const names = answering(['8.8.8.8', '2606:4700::1111'], ['127.0.0.1'])

    expect(await reach('mail.example', { names, isOwnNetworkAllowed: false })).toEqual({
      address: '8.8.8.8',
      name: 'mail.example',
      count: 2,
      isOwnNetwork: false,
    })
    await expect(
      reach('mail.example', { names, isOwnNetworkAllowed: false }),
    ).rejects.toBeInstanceOf(AddressRefused)
  })

  // the forms that the system's resolver takes for addresses
  it.each(['127.0.0.1', '127.1', '2130706433', '0x7f.1', '017700000001', 'localhost'])(
    'sees through %s',
    async (host) => {
      const rules = { names: systemNames(), isOwnNetworkAllowed: false }
      await expect(reach(host, rules)).rejects.toThrow()
    },
  )

  it('finds this computer by its name, IPv4 first', async () => {
    const found = await reach('localhost', { names: systemNames(), isOwnNetworkAllowed: true })

    expect(found).toMatchObject({ address: '127.0.0.1', name: 'localhost', isOwnNetwork: true })
  })
})
