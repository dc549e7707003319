import '../testing/with-fake-browser.ts'
import { beforeEach, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { writeSettings } from '../host/settings.ts'
import { fakePermissions } from '../testing/fake-permissions.ts'
import { tellEnd } from './tell-end.ts'

beforeEach(() => fakeBrowser.reset())

/** The badge and the notifications of a browser whose user allows these names. */
function look(...allowed: string[]) {
  fakePermissions(...allowed)
  const seen = { badge: '7/12', messages: [] as string[] }
  Object.assign(fakeBrowser, {
    action: {
      setBadgeText: async ({ text }: { text: string }) => {
        seen.badge = text
      },
      setBadgeBackgroundColor: async () => {},
      setBadgeTextColor: async () => {},
    },
    notifications: {
      create: async (_id: string, { message }: { message: string }) => seen.messages.push(message),
    },
  })
  return seen
}

it('clears the badge of a sync that is done, and marks one that is not', async () => {
  const seen = look()

  await tellEnd('done')
  expect(seen.badge).toBe('')
  await tellEnd('failed')
  expect(seen.badge).toBe('!')
  await tellEnd('left')

  expect(seen).toEqual({ badge: '', messages: [] })
})

it('notifies where the user wants it and the browser allows it', async () => {
  await writeSettings({ notifies: true })
  const refused = look()
  await tellEnd('done')
  expect(refused.messages).toEqual([])

  const seen = look('notifications')
  await tellEnd('left')
  await tellEnd('done')
  await writeSettings({ notifies: false })
  await tellEnd('done')

  expect(seen.messages).toEqual(['Your emails are synced and analysed.'])
})
