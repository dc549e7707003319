import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventsUnderTest } from '../testing/events-under-test.ts'
import { halfHour, invitation, mail } from '../testing/proposals.ts'

const tuesday = halfHour('2026-11-24T09:00Z')
const wednesday = halfHour('2026-11-25T10:00Z')

it('opens what version 0.2.0 has written, and goes on with it', async () => {
  const under = await eventsUnderTest()
  const old = mail({ emailId: 'old' })
  await under.events.place(old, [invitation()], 'sync')
  const [id = ''] = Object.keys(under.held())
  const [name = ''] = await readdir(under.folder)
  const path = join(under.folder, name)
  const last = (await readFile(path, 'utf8')).trim().split('\n').at(-1) ?? ''
  const { at, row } = JSON.parse(last)
  const { conversation: _, receivedAt: __, isSenderProven: ___, ...claim } = row.claims[0]
  const { callOff: ____, ...rest } = row
  await appendFile(path, `${JSON.stringify({ at, row: { ...rest, claims: [claim] } })}\n`)

  await under.reopen()
  expect(under.events.eventsOf('old')).toMatchObject([{ id, state: 'created', time: tuesday }])
  await under.events.place(mail(), [invitation({ sequence: 1, time: wednesday })], 'next')

  expect(under.held()).toEqual({ [id]: `${wednesday.start} Interview at Acme` })
})
