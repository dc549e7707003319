import { OWN_CERTIFICATE } from '@shortlist/client/memory/memory-settings'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { aMailStatus, noCalendar, noMailbox } from '@shortlist/client/testing/mail-samples'
import type { MailboxPlace } from '@shortlist/contracts/settings'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('@shortlist/ui/settings/mailbox-settings.tsx'))

type World = Parameters<typeof createFakeClient>[0]

async function open(world: World = {}) {
  const account = { id: 'ada', email: 'ada@own.test' }
  const fake = createFakeClient({ account, mail: noMailbox(), ...world })
  const app = renderApp(fake.client, '/settings/mailbox')
  await screen.findByRole('heading', { level: 2, name: 'Settings' })
  const field = (name: string) => screen.findByLabelText(name)
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }))
  const enter = async (name: string, text: string) => {
    await app.user.clear(await field(name))
    await app.user.type(await field(name), text)
  }
  return { ...app, fake, field, press, enter }
}

const ownForm = {
  ...{ address: 'ada@own.test', host: 'mail.own.test', port: 993, security: 'tls' as const },
  ...{ user: 'ada', folder: 'INBOX', password: 'secret' },
}

/** With a mailbox that was connected in the app. */
async function openConnected() {
  const opened = await open()
  await act(() => opened.fake.client.settings.connectMailbox(ownForm))
  await screen.findByRole('button', { name: 'Pause' })
  return opened
}

const calls = ({ fake }: Awaited<ReturnType<typeof open>>) =>
  fake.calls.map(([name]) => name).filter((name) => name.startsWith('settings.'))

describe('a mailbox that is to be connected', () => {
  it('is asked of the domain itself only after a click, and is then a proposal', async () => {
    const { fake, field, enter, press } = await open()
    await enter('Address', 'ada@lovelace-works.example')
    expect(await screen.findByText(/^Nobody is known who keeps this address/)).toBeVisible()
    const asked = () => fake.calls.filter(([, , domain]) => domain === 'lovelace-works.example')
    expect(asked()).toEqual([])

    await press('Ask lovelace-works.example')

    expect(
      await screen.findByText(
        'Your domain names it in a file of its own. imap.lovelace-works.example, port 993, TLS',
      ),
    ).toBeVisible()
    expect(asked()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull()
    expect(screen.getByRole('group', { name: 'Provider' })).toContainElement(
      document.activeElement as HTMLElement,
    )
    expect(fake.calls.map(([name]) => name)).not.toContain('settings.testMailbox')
    await press('Change')
    expect(await field('IMAP server')).toHaveValue('imap.lovelace-works.example')
  })

  it('is found by its address, with where its password is made', async () => {
    const opened = await open()
    const { field, enter } = opened
    expect(await field('Address')).toHaveValue('ada@own.test')

    await enter('Address', 'ada@gmail.com')

    expect(await screen.findByText('Gmail')).toBeVisible()
    expect(screen.getByText(/imap\.gmail\.com, port 993, TLS/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Make one at Gmail' })).toHaveAttribute(
      'href',
      'https://myaccount.google.com/apppasswords',
    )
    expect(screen.queryByLabelText('IMAP server')).toBeNull()
    // once for each address that rested, not for each key
    expect(calls(opened).filter((name) => name === 'settings.lookUpMailbox').length).toBeLessThan(4)
  })

  it('keeps its fields where they are while the daemon has news', async () => {
    const opened = await open()
    const host = await opened.field('IMAP server')
    const reads = () => calls(opened).filter((name) => name === 'settings.read').length
    const before = reads()
    opened.fake.hold('settings.lookUpMailbox')

    act(() => opened.fake.emit('mail-changed', {}))

    await waitFor(() => expect(reads()).toBe(before + 1))
    expect(screen.getByLabelText('IMAP server')).toBe(host)
    expect(calls(opened).filter((name) => name === 'settings.lookUpMailbox')).toHaveLength(1)
  })

  it('is named by hand where nobody knows it', async () => {
    const { field, press } = await open()
    expect(await field('IMAP server')).toHaveValue('')
    expect(await field('User name')).toHaveValue('ada@own.test')

    await press('STARTTLS')
    expect(await field('Port')).toHaveValue(143)
    await press('TLS')
    expect(await field('Port')).toHaveValue(993)
  })

  it('is named by hand where somebody wants to, which stays as the address changes', async () => {
    const { field, enter, press } = await open()
    await enter('Address', 'ada@gmail.com')
    await screen.findByText('Gmail')

    await press('Change')
    expect(await field('IMAP server')).toHaveValue('imap.gmail.com')
    await enter('IMAP server', 'mail.own.test')
    await enter('Address', 'ada@fastmail.com')

    expect(await screen.findByText('Fastmail')).toBeVisible()
    expect(await field('IMAP server')).toHaveValue('mail.own.test')
    expect(await field('User name')).toHaveValue('ada@fastmail.com')
  })

  it('is tested in five steps, of which the first bad one says what to do', async () => {
    const opened = await open()
    const { enter, press, fake } = opened
    await enter('IMAP server', 'mail.own.test')
    await enter('Password of the mailbox', 'wrong password')

    await press('Test')

    expect(await screen.findByText(/The test stopped at: Sign-in\. Nothing has/)).toBeVisible()
    const steps = within(screen.getByRole('region', { name: 'Test' })).getAllByRole('listitem')
    expect(steps.map((step) => step.dataset.state)).toEqual([
      'good',
      'good',
      'good',
      'bad',
      'not-tried',
    ])
    expect(screen.getByText('The server says: "Authentication failed."')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Check the user name and the app password.')
    expect(await fake.client.settings.read()).toMatchObject({ mailbox: { own: null } })
  })

  it('offers the folders that it has once somebody has signed in', async () => {
    const { enter, press, field } = await open()
    await enter('IMAP server', 'mail.own.test')
    await enter('Password of the mailbox', 'secret')
    await enter('Folder', 'Inbox2')

    await press('Test')

    expect(await screen.findByText('There is no folder "Inbox2".')).toBeVisible()
    const list = (await field('Folder')).getAttribute('list') ?? ''
    const options = document.getElementById(list)?.querySelectorAll('option') ?? []
    expect([...options].map(({ value }) => value)).toEqual(['INBOX', 'Drafts', 'Sent'])
  })

  it('is connected by one press, with a calendar where there is none, and leads to the mail', async () => {
    const { enter, press, fake, path } = await open({ calendar: noCalendar() })
    await enter('IMAP server', 'mail.own.test')
    await enter('Password of the mailbox', 'secret')
    expect(
      await screen.findByRole('switch', {
        name: 'Put interviews into a calendar on this computer',
      }),
    ).toBeChecked()

    await press('Connect')

    await waitFor(() => expect(path()).toBe('/gmail-mcp'))
    expect(fake.calendar.status).toMatchObject({ connected: true, kind: 'local' })
    await waitFor(() => expect(fake.calls.map(([name]) => name)).toContain('mail.sync'))
    const sent = fake.calls.find(([name]) => name === 'settings.connectMailbox')?.[1]
    expect(sent).toMatchObject({ host: 'mail.own.test', port: 993, user: 'ada@own.test' })
  })

  it('leaves the calendar alone where the switch is off', async () => {
    const { enter, press, fake, path, user } = await open({ calendar: noCalendar() })
    await enter('IMAP server', 'mail.own.test')
    await enter('Password of the mailbox', 'secret')
    await user.click(await screen.findByRole('switch'))

    await press('Connect')

    await waitFor(() => expect(path()).toBe('/gmail-mcp'))
    expect(fake.calendar.status.connected).toBe(false)
    expect(fake.calls.map(([name]) => name)).not.toContain('mail.sync')
  })
})

it('shows what was changed while its first answer was on its way', async () => {
  const fake = createFakeClient({
    account: { id: 'ada', email: 'ada@own.test' },
    mail: noMailbox(),
  })
  const { settings } = fake.client
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  let asked = 0
  const read = async () => {
    asked += 1
    const state = await settings.read()
    if (asked === 1) await held
    return state
  }
  renderApp({ ...fake.client, settings: { ...settings, read } }, '/settings/mailbox')
  await waitFor(() => expect(asked).toBe(1))

  await act(() => settings.connectMailbox(ownForm))
  await act(async () => answer())

  expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible()
})

describe('a mailbox that is connected', () => {
  it('says how it is, and shows no password', async () => {
    await openConnected()

    expect(await screen.findByText('Connected. New mail arrives by itself.')).toBeVisible()
    expect(screen.getByText('mail.own.test, port 993, TLS')).toBeVisible()
    expect(screen.getByText(/^Stored on .*It is never shown\.$/)).toBeVisible()
    expect(document.body.innerHTML).not.toContain('secret')
  })

  it('is paused and resumed', async () => {
    const { press } = await openConnected()

    await press('Pause')
    expect(await screen.findByText('Paused. Nothing is read until you resume.')).toBeVisible()
    await press('Resume')
    expect(await screen.findByText('Connected. New mail arrives by itself.')).toBeVisible()
  })

  it('is removed after a question whose Cancel has the focus', async () => {
    const { press } = await openConnected()

    await press('Remove')
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect(dialog).toHaveTextContent('Your mailbox stays as it is')
    await press('Cancel')
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible()

    await press('Remove')
    await press('Remove')
    expect(await screen.findByRole('heading', { name: 'Connect your mailbox' })).toBeVisible()
  })

  it('keeps its password where the form leaves it empty', async () => {
    const { press, fake, enter } = await openConnected()
    await press('Change')
    expect(await screen.findByText('Leave it empty to keep the stored one.')).toBeVisible()
    await enter('Folder', 'Sent')

    await press('Connect')

    await waitFor(async () =>
      expect((await fake.client.settings.read()).mailbox.own?.folder).toBe('Sent'),
    )
    expect(fake.calls.findLast(([name]) => name === 'settings.connectMailbox')?.[1]).toMatchObject({
      password: '',
      host: 'mail.own.test',
    })
  })
})

it('trusts one certificate for its server alone', async () => {
  const { path, press, enter, fake } = await open()
  await enter('Address', 'ada@bridge.home')
  await enter('IMAP server', OWN_CERTIFICATE.host)
  await enter('Password of the mailbox', 'secret')
  await press('Connect')
  expect(
    await screen.findByText(/^The server has a certificate of its own, SHA-256 3F:/),
  ).toBeVisible()

  await press('Trust this one certificate')
  expect(await screen.findByText(/^It counts for this server, and no other one does/)).toBeVisible()
  await enter('Port', '1143')
  await press('Test')
  expect(fake.calls.findLast(([name]) => name === 'settings.testMailbox')?.[1]).not.toHaveProperty(
    'pin',
  )

  await enter('Port', '993')
  await press('Connect')
  await waitFor(async () =>
    expect((await fake.client.settings.read()).mailbox.own?.pin).toEqual(OWN_CERTIFICATE.pin),
  )
  await waitFor(() => expect(path()).toBe('/gmail-mcp'))
})

describe('a mailbox of the environment', () => {
  it('is locked, and names its variable', async () => {
    await open({ mail: aMailStatus(), mailboxSetBy: 'IMAP_USER' })

    expect(await screen.findByText('Set by the environment: IMAP_USER')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull()
  })

  it('is taken over, and then says which lines are needless', async () => {
    const { press } = await open({ mail: aMailStatus(), mailboxSetBy: 'IMAP_USER' })
    expect(await screen.findByText('/home/ada/.env, line 3')).toBeVisible()
    expect(screen.getByText('in the environment')).toBeVisible()
    expect(screen.getByText('Never shown')).toBeVisible()

    await press('Take over into Shortlist')

    expect(await screen.findByText(/^It is stored: you can delete line 3 of/)).toHaveTextContent(
      'you can delete line 3 of /home/ada/.env and unset IMAP_APP_PASSWORD where Shortlist is started',
    )
    expect(screen.getByText('/home/ada/.env, line 3 · also stored')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Take over into Shortlist' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Remove' })).toBeDisabled()
    expect(document.body.innerHTML).not.toContain('from the environment')
  })

  it('cannot be taken over where only the environment can name it', async () => {
    await open({ mail: aMailStatus(), mailboxSetBy: 'MAILBOX_FILE' })

    expect(await screen.findByText('Set by the environment: MAILBOX_FILE')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Take over into Shortlist' })).toBeNull()
  })

  it('that is named no longer is offered to be connected here', async () => {
    const { client } = createFakeClient()
    const { mailbox, ...others } = await client.settings.read()
    const place: MailboxPlace = {
      ...{ address: 'ada@own.test', user: 'ada', host: 'mail.own.test', port: 993 },
      ...{ security: 'tls', folder: 'Jobs' },
    }
    const gone = { place, until: '2026-11-20T09:00:00.000Z' }
    const read = async () => ({ ...others, mailbox: { ...mailbox, gone } })
    const { user } = renderApp(
      { ...client, settings: { ...client.settings, read } },
      '/settings/mailbox',
    )

    expect(
      await screen.findByText(/^The environment named a mailbox until .*20.*2026/),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Connect it here' }))

    expect(await screen.findByLabelText('Folder')).toHaveValue('Jobs')
    expect(screen.getByLabelText('Address')).toHaveValue('ada@own.test')
    expect(screen.queryByText(/^The environment named/)).toBeNull()
  })
})
