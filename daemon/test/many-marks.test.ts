import { MailPage, type MailRowsQuery, MarkReply } from '@shortlist/contracts/mail-rows'
import { beforeAll, expect, it } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import {
  type FullMailbox,
  markedMails,
  startFullMailbox,
} from '../../.config/testing/full-mailbox.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { type MailClient, mailClient } from './mail-client.ts'

const MAILS = sized(700, 10_000)
/** Mails that are marked one by one. */
const SINGLES = sized(20, 200)
const LATER = '2101-01-01T08:00:00.000Z'

const dovecotPath = await needsPeer('dovecot')
let daemon: RunningDaemon
let ada: MailClient
let mailbox: FullMailbox
let dataFolder: string

beforeAll(
  async () => {
    if (!dovecotPath) return
    mailbox = await startFullMailbox(MAILS)
    dataFolder = await freshFolder()
    daemon = await startDaemon({ dataFolder, env: mailbox.env })
    ada = await mailClient(daemon.url)
    await ada.useLocalCalendar()
    await ada.until(({ connected }) => connected)
    await ada.syncToEnd()
  },
  sized(60_000, 600_000),
)

async function page(query: Partial<MailRowsQuery>): Promise<MailPage> {
  const words = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, `${value}`]),
  )
  const { caller } = ada
  const answer = await caller.call('GET', `/api/mail/${caller.account.id}/rows?${words}`)
  return MailPage.parse(await answer.json())
}

const marks = () => markedMails((from) => page({ from }))

async function mark(changeId: string, what: object): Promise<MarkReply> {
  const { caller } = ada
  const path = `/api/mail/${caller.account.id}/marks`
  const answer = await caller.call('POST', path, { changeId, ...what })
  return MarkReply.parse(await answer.json())
}

async function takeBack(changeId: string): Promise<number> {
  const { caller } = ada
  const path = `/api/mail/${caller.account.id}/marks/${changeId}`
  return MarkReply.parse(await (await caller.call('DELETE', path)).json()).changed
}

it.skipIf(!dovecotPath)(
  `empties a mailbox of ${MAILS} mails, keeps that through whatever happens, and takes it all back`,
  async () => {
    const before = await marks()
    const other = await mailClient(daemon.url, ada.caller)
    const acts: string[] = []
    const act = async (what: object) => {
      const changeId = `act-${acts.length}`
      acts.push(changeId)
      return mark(changeId, what)
    }

    for (const [at, row] of before.slice(0, SINGLES).entries()) {
      const ids = [row.split(' ')[0]]
      const what = at % 2 === 0 ? { mark: 'done' } : { mark: 'snoozed', until: LATER }
      expect(await act({ ids, ...what })).toMatchObject({ changed: 1 })
    }
    let left = MAILS - SINGLES / 2
    while (left > 0) {
      const { revision } = await page({ limit: 1 })
      const reply = await act({ mark: 'done', filter: { view: 'everything' }, revision })
      expect(reply.changed).toBe(Math.min(500, left))
      left -= reply.changed
    }
    const { revision } = await page({ limit: 1 })
    await other.hears('mail-rows-changed', 1)
    while (!other.heard.some(({ payload }) => isOf(payload, revision)))
      await other.next('mail-rows-changed')

    const emptied = await marks()
    expect(emptied.every((row) => row.endsWith(' done null'))).toBe(true)
    await ada.syncToEnd()
    expect(await marks()).toEqual(emptied)
    await mailbox.dovecot.resetUidValidity(mailbox.user)
    await ada.syncToEnd()
    expect(await marks()).toEqual(emptied)
    const { caller } = ada
    await daemon.kill()
    daemon = await startDaemon({
      dataFolder,
      port: daemon.port,
      env: mailbox.env,
    })
    ada = await mailClient(daemon.url, caller)
    expect(await marks()).toEqual(emptied)

    for (const changeId of acts.toReversed()) expect(await takeBack(changeId)).toBeGreaterThan(0)
    for (const changeId of acts) expect(await takeBack(changeId)).toBe(0)
    expect(await marks()).toEqual(before)
  },
  sized(120_000, 900_000),
)

function isOf(payload: object, revision: number): boolean {
  return 'revision' in payload && payload.revision === revision
}
