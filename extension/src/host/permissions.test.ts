import '../testing/with-fake-browser.ts'
import { beforeEach, expect, it, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { type FakePermissions, fakePermissions } from '../testing/fake-permissions.ts'
import { changeAddress, readDaemonAddress } from './daemon-address.ts'
import { hasAccess, requestPermissions, watchAllowed } from './permissions.ts'

const shipped = 'http://localhost:4000'
const other = 'http://localhost:4001'
let permissions: FakePermissions

beforeEach(() => {
  fakeBrowser.reset()
  permissions = fakePermissions(`${shipped}/*`)
})

test('access is given for one port at a time', async () => {
  expect(await hasAccess(shipped)).toBe(true)
  expect(await hasAccess(other)).toBe(false)
})

test('Firefox, whose patterns take no port, is asked about all of them', async () => {
  vi.stubEnv('FIREFOX', 'true')
  permissions.give('http://localhost/*')

  expect(await hasAccess(other)).toBe(true)
})

test('access that is given or taken back is heard until nobody listens any more', () => {
  const hear = vi.fn<() => void>()
  const stop = watchAllowed(hear)

  permissions.give(`${other}/*`)
  permissions.takeBack(`${other}/*`)
  stop()
  permissions.give(`${other}/*`)

  expect(hear).toHaveBeenCalledTimes(2)
})

test('another address is kept once the browser may talk to it', async () => {
  expect(await changeAddress(' 4001 ')).toBe('changed')

  expect(permissions.asked).toEqual([`${other}/*`])
  expect(await readDaemonAddress()).toBe(other)
})

it('keeps the old address where access is denied', async () => {
  permissions.consent = false

  expect(await changeAddress('4001')).toBe('denied')
  expect(await readDaemonAddress()).toBe(shipped)
})

test('a browser that refuses to ask has given nothing', async () => {
  const refusal = new Error('This function must be called during a user gesture')
  vi.spyOn(fakeBrowser.permissions, 'request').mockRejectedValue(refusal)

  expect(await requestPermissions(['notifications'])).toBe(false)
  expect(await changeAddress('4001')).toBe('denied')
})

it('asks for no access to what is no address of this computer', async () => {
  expect(await changeAddress('http://example.com')).toBe('malformed')

  expect(permissions.asked).toEqual([])
  expect(await readDaemonAddress()).toBe(shipped)
})

it('asks the browser before anything else happens, as a click demands', () => {
  void changeAddress('4001')

  expect(permissions.asked).toEqual([`${other}/*`])
})
