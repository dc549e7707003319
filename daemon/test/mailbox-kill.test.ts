import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MailboxConnected, type MailboxForm, Settings } from '@shortlist/contracts/settings'
import { expect, it } from 'vitest'
import { startDovecot } from '../../.config/testing/dovecot.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { freshMailbox } from '../../.config/testing/fresh-mailbox.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { type Caller, newCaller } from './browserless-client.ts'
import { seededRandom } from './seeded-random.ts'

const dovecotPath = await needsPeer('dovecot')
const KILLS = sized(2, 100)
/** A mailbox is connected or removed within so many milliseconds, mostly. */
const WITHIN_MS = 120

it(
  `keeps a mailbox as a whole or not at all through ${KILLS} kills while it is connected and removed`,
  async () => {
    if (!dovecotPath) return
    const { user, password } = freshMailbox()
    const dovecot = await startDovecot({ [user]: password })
    const room = await freshFolder()
    const ca = join(room, 'ca.pem')
    await writeFile(ca, dovecot.ca)
    const begin = (port = 0) =>
      startDaemon({ env: { IMAP_CA_FILE: ca }, dataFolder: join(room, 'data'), port })
    const form: MailboxForm = {
      ...{ address: user, user, password, folder: 'INBOX' },
      ...{ host: 'localhost', port: dovecot.tlsPort, security: 'tls' as const },
    }
    const random = seededRandom(18)
    let daemon: RunningDaemon = await begin()
    const { port } = daemon
    const ada: Caller = await newCaller(daemon.url, user)
    const path = `/api/settings/${ada.account.id}`
    const own = async () => Settings.parse(await (await ada.call('GET', path)).json()).mailbox.own

    for (let round = 0; round < KILLS; round += 1) {
      const wasThere = (await own()) !== null
      const change = wasThere
        ? ada.call('DELETE', `${path}/mailbox`)
        : ada.call('PUT', `${path}/mailbox`, form)
      const answered = change
        .then(async (answer) => answer.ok && (await answer.json()))
        .catch(() => null)
      const early = once(AbortSignal.timeout(Math.ceil(random() * WITHIN_MS)), 'abort')
      await Promise.race([early, answered])
      await daemon.kill()
      const answer = await answered
      daemon = await begin(port)

      const found = await own()
      // what was answered holds; what was not has happened as a whole or not at all
      if (answer) {
        const told = wasThere ? Settings.parse(answer) : MailboxConnected.parse(answer).settings
        expect(found === null).toBe(told.mailbox.own === null)
      }
      if (found)
        expect(found).toMatchObject({ hasSecret: true, host: 'localhost', isPaused: false })
    }
  },
  KILLS * 10_000,
)

it(
  `takes a mailbox of the environment over as a whole or not at all through ${KILLS} kills`,
  async () => {
    if (!dovecotPath) return
    const mailbox = freshMailbox()
    const dovecot = await startDovecot({ [mailbox.user]: mailbox.password })
    const named = await mailbox.settings(dovecot, dovecot.tlsPort)
    const data = join(await freshFolder(), 'data')
    // each start names another folder, so that there is something else to store
    const folderOf = (round: number) => (round % 2 === 0 ? 'INBOX' : 'Drafts')
    const begin = (round: number, port = 0) =>
      startDaemon({ env: { ...named, IMAP_FOLDER: folderOf(round) }, dataFolder: data, port })
    const random = seededRandom(16)
    let daemon: RunningDaemon = await begin(0)
    const { port } = daemon
    const ada: Caller = await newCaller(daemon.url, mailbox.user)
    const userId = ada.account.id
    const path = `/api/settings/${userId}`
    const read = async () => Settings.parse(await (await ada.call('GET', path)).json()).mailbox

    let before: string | undefined
    for (let round = 0; round < KILLS; round += 1) {
      if (round > 0) await ada.confirm()
      const answered = ada
        .call('POST', `${path}/mailbox/take-over`, { userId })
        .then(async (answer) => answer.ok && MailboxConnected.parse(await answer.json()))
        .catch(() => null)
      const early = once(AbortSignal.timeout(Math.ceil(random() * WITHIN_MS)), 'abort')
      await Promise.race([early, answered])
      await daemon.kill()
      const answer = await answered
      daemon = await begin(round + 1, port)

      const { origin, own } = await read()
      expect(origin).toBe('environment')
      const allowed = answer ? [folderOf(round)] : [before, folderOf(round)]
      expect(allowed).toContain(own?.folder)
      if (own) expect(own).toMatchObject({ hasSecret: true, user: mailbox.user })
      before = own?.folder
    }
  },
  KILLS * 10_000,
)
