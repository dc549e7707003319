import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailboxForm } from '@shortlist/contracts/settings'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { openNamedMailboxes } from './named-mailbox.ts'

const form: MailboxForm = {
  ...{ address: 'ada@own.test', host: 'mail.own.test', port: 993, security: 'tls' },
  ...{ user: 'ada', folder: 'INBOX', password: 'canary of the environment' },
}
const { password: _, ...place } = form
const variables = () => ({ file: '.env', variables: [] })

/** A start of the computer on a day, which names a mailbox or none. */
function start(folder: string, day: string, named?: MailboxForm | null) {
  const now = () => new Date(`${day}T09:00:00Z`)
  const current = named === undefined ? undefined : { form: named, variables }
  return openNamedMailboxes({ folder, report() {}, named: current, now })
}

it('remembers until which start a mailbox was named, without its password', async () => {
  const folder = await freshFolder()
  const first = await start(folder, '2026-11-18', form)
  await first.note('ada')
  expect(first.gone('ada')).toBeNull()

  const second = await start(folder, '2026-11-20')
  const until = '2026-11-20T09:00:00.000Z'
  expect(second.gone('ada')).toEqual({ place, until })
  expect(second.gone('bob')).toBeNull()
  expect((await start(folder, '2026-11-25')).gone('ada')).toEqual({ place, until })

  const files = await readdir(join(folder, 'mail'))
  for (const name of files)
    expect(await readFile(join(folder, 'mail', name), 'utf8')).not.toContain(form.password)
})

it('forgets it once it is named again, or its account has decided or gone', async () => {
  const folder = await freshFolder()
  await (await start(folder, '2026-11-18', form)).note('ada')
  await start(folder, '2026-11-20')
  const again = await start(folder, '2026-11-21', form)
  await again.note('ada')
  expect(again.gone('ada')).toBeNull()

  await again.forget('ada')
  expect((await start(folder, '2026-11-22')).gone('ada')).toBeNull()
  const files = await readdir(join(folder, 'mail'))
  for (const name of files)
    expect(await readFile(join(folder, 'mail', name), 'utf8')).not.toContain('own.test')
})

it('takes files, which only the environment can name, for a mailbox that is named', async () => {
  const folder = await freshFolder()
  await (await start(folder, '2026-11-18', form)).note('ada')

  const named = await start(folder, '2026-11-20', null)
  await named.note('ada')

  expect(named.gone('ada')).toBeNull()
})
