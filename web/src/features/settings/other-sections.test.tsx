import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() =>
  Promise.all([
    import('./settings-page.tsx'),
    import('@shortlist/ui/settings/about-settings.tsx'),
    import('@shortlist/ui/settings/account-settings.tsx'),
    import('@shortlist/ui/settings/people-settings.tsx'),
    import('@shortlist/ui/settings/data-settings.tsx'),
    import('@shortlist/ui/settings/appearance-settings.tsx'),
  ]),
)

async function open(section: string, fake = createFakeClient()) {
  const app = renderApp(fake.client, `/settings/${section}`)
  await screen.findByRole('heading', { level: 2, name: 'Settings' })
  return { ...app, ...fake }
}

it('stands in a list of sections, and leads from one to the other', async () => {
  const { user, path } = await open('appearance')
  const sections = within(screen.getByRole('navigation', { name: 'Settings' }))
  expect(sections.getByRole('link', { name: 'Appearance' })).toHaveAttribute('aria-current', 'page')

  await user.click(sections.getByRole('link', { name: 'About' }))

  expect(path()).toBe('/settings/about')
  expect(await screen.findByRole('heading', { level: 3, name: 'Shortlist' })).toBeVisible()
})

it('leads to a section where an address names none', async () => {
  const { path } = await open('nothing')
  expect(path()).toBe('/settings/mailbox')
})

it('changes the theme at once and remembers it', async () => {
  const { user } = await open('appearance')
  expect(await screen.findByRole('button', { name: 'System' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await user.click(screen.getByRole('button', { name: 'Dark' }))

  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
  expect(localStorage.getItem('shortlist.theme')).toBe('dark')
  await user.click(screen.getByRole('button', { name: 'Light' }))
  expect(document.documentElement).toHaveAttribute('data-theme', 'light')
})

it.each([
  ['Always load remote images', false, 'shortlist.remote-images', 'on'],
  ['Single-key shortcuts', true, 'shortlist.single-keys', 'off'],
])('remembers the switch "%s"', async (name, isOn, key, kept) => {
  const { user } = await open('appearance')
  const setting = await screen.findByRole('switch', { name })
  expect(setting.ariaChecked ?? setting.getAttribute('aria-checked')).toBe(String(isOn))

  await user.click(setting)

  expect(setting).toHaveAttribute('aria-checked', String(!isOn))
  expect(localStorage.getItem(key)).toBe(kept)
})

it('shows mails as cards from now on', async () => {
  const { user } = await open('appearance')

  await user.click(await screen.findByRole('button', { name: 'Cards' }))

  expect(localStorage.getItem('shortlist.cards')).toBe('on')
})

it('tells the owner what is well and what is not, and how to mend it', async () => {
  const { user, calls } = await open('about')
  const looks = () => calls.filter(([name]) => name === 'settings.checkSetUp').length

  const well = within(await screen.findByRole('region', { name: 'Is all well?' }))
  expect(await well.findByText('Shortlist works. One hint.')).toBeVisible()
  const lines = well.getAllByRole('listitem').map((line) => line.textContent)
  expect(lines).toEqual([
    'NodeGood. 26.10.0',
    expect.stringMatching(/^ModelWarning\. .*Start Ollama\.$/),
  ])
  expect(looks()).toBe(1)

  await user.click(well.getByRole('button', { name: 'Check again' }))
  expect(await well.findByText('Shortlist works. One hint.')).toBeVisible()
  expect(looks()).toBe(2)

  await user.click(well.getByRole('button', { name: 'Copy report' }))
  expect(await navigator.clipboard.readText()).toBe('ok Node\nwarn Model')

  await user.click(screen.getByRole('button', { name: 'Copy the log folder' }))
  expect(await navigator.clipboard.readText()).toBe('/home/ada/data/logs')
})

it('shows who is not the owner the version alone', async () => {
  const fake = createFakeClient()
  const machine = { ...(await fake.client.settings.readMachine()), isOwner: false }
  const settings = { ...fake.client.settings, readMachine: async () => machine }
  await open('about', { ...fake, client: { ...fake.client, settings } })

  expect(await screen.findByText(/^Version /)).toBeVisible()
  expect(screen.queryByText('Is all well?')).toBeNull()
})

it('says who the account is and signs another browser out, but never this one', async () => {
  const { user, calls } = await open('account')
  expect(await screen.findByText('ada@example.com')).toBeVisible()
  const browsers = within(screen.getByRole('region', { name: 'Signed-in browsers' }))
  expect(await browsers.findByText(/^Signed in on .* · this browser$/)).toBeVisible()
  expect(browsers.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()

  await user.click(browsers.getByRole('button', { name: 'Sign out Chrome on Android' }))

  await waitFor(() => expect(browsers.queryByText('Chrome on Android')).toBeNull())
  expect(calls).toContainEqual(['signOutBrowser', 'other'])
})

it('lists who has an account, and says who may sign up', async () => {
  const bob = { id: 'bob', email: 'bob@example.com' }
  const { user } = await open('people', createFakeClient({ people: [bob] }))
  const accounts = within(await screen.findByRole('region', { name: 'Accounts on this computer' }))
  expect(accounts.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    expect.stringMatching(/^ada@example\.comOwner · since .* · last signed in on /),
    expect.stringMatching(/^bob@example\.comsince .* · no sign-in is knownRemove$/),
  ])
  expect(screen.getByRole('radio', { name: 'Everybody' })).toBeChecked()

  await user.click(screen.getByRole('radio', { name: 'Nobody' }))

  await waitFor(() => expect(screen.getByRole('radio', { name: 'Nobody' })).toBeChecked())
})

it('locks who may sign up where the environment says it', async () => {
  await open('people', createFakeClient({ signUpSetBy: 'SIGNUP' }))

  expect(await screen.findByText('Set by the environment: SIGNUP')).toBeVisible()
  for (const choice of screen.getAllByRole('radio')) expect(choice).toBeDisabled()
})

it('shows nobody what is not for them', async () => {
  const fake = createFakeClient()
  const machine = { ...(await fake.client.settings.readMachine()), isOwner: false }
  const settings = { ...fake.client.settings, readMachine: async () => machine }
  const abilities = { ...fake.client.abilities, canSignOut: false }
  await open('about', { ...fake, client: { ...fake.client, abilities, settings } })

  const sections = within(screen.getByRole('navigation', { name: 'Settings' }))
  expect(sections.queryByRole('link', { name: 'People' })).toBeNull()
  expect(sections.queryByRole('link', { name: 'Account' })).toBeNull()
})

it('changes the address, which is shown at once', async () => {
  const { user, client } = await open('account')

  await user.type(await screen.findByLabelText('New address'), 'ada@lovelace.example')
  const form = within(screen.getByRole('form', { name: 'Change the address' }))
  await user.click(form.getByRole('button', { name: 'Change' }))

  expect(await screen.findByText('ada@lovelace.example')).toBeVisible()
  expect(await client.accounts.me()).toMatchObject({ email: 'ada@lovelace.example' })
})

const password = 'correct horse'

/** Somebody whose password is known. */
async function known(world: Parameters<typeof createFakeClient>[0] = {}) {
  const fake = createFakeClient(world)
  await fake.client.accounts.signIn({ email: 'ada@example.com', password })
  return fake
}

it('changes the password once both are the same, and signs the others out', async () => {
  const { user, calls } = await open('account', await known())
  await user.type(await screen.findByLabelText('Now'), 'some other horse')
  await user.type(screen.getByLabelText('New'), 'quite another horse')
  await user.type(screen.getByLabelText('New, once more'), 'quite another house')
  const form = within(screen.getByRole('form', { name: 'Change the password' }))
  const change = form.getByRole('button', { name: 'Change' })
  expect(form.getByText('The two differ.')).toBeVisible()
  expect(change).toBeDisabled()

  await user.clear(screen.getByLabelText('New, once more'))
  await user.type(screen.getByLabelText('New, once more'), 'quite another horse')
  await user.click(change)
  expect(await form.findByText('This is not the password of your account.')).toBeVisible()
  expect(screen.getByText('Chrome on Android')).toBeVisible()

  await user.clear(screen.getByLabelText('Now'))
  await user.type(screen.getByLabelText('Now'), password)
  await user.click(change)

  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  expect(calls).toContainEqual(['change', { password: 'quite another horse' }])
  expect(screen.getByLabelText('Now')).toHaveValue('')
})

it('says what is kept, and deletes the account once address and password are typed', async () => {
  const bob = { id: 'bob', email: 'bob@example.com' }
  const holdings = { chats: 3, mails: 1200, inGoogle: 2, appointments: 4 }
  const { user, calls, path } = await open('data', await known({ people: [bob], holdings }))
  expect(await screen.findByText('3 chats · 1,200 mails · 4 appointments')).toBeVisible()
  const file = screen.getByRole('link', { name: 'Export everything' })
  expect(file).toHaveAttribute('href', '/export.jsonl')
  const form = within(screen.getByRole('form', { name: 'Delete account' }))
  expect(form.getByText(/^Deletes 3 chats, 1,200 mails, 4 appointments, your acc/)).toBeVisible()
  const heir = await form.findByRole('radio', { name: 'bob@example.com' })
  const leave = form.getByRole('button', { name: 'Delete my account' })
  expect(leave).toBeDisabled()

  await user.click(heir)
  await user.click(form.getByRole('switch', { name: /2 appointments out of Google Calendar/ }))
  const address = form.getByLabelText('Your address, to be sure')
  await user.type(address, 'somebody@example.com')
  await user.type(form.getByLabelText('Your password'), password)
  await user.click(leave)
  expect(await form.findByText('This is not the address of your account.')).toBeVisible()

  await user.clear(address)
  await user.type(address, 'ada@example.com')
  await user.click(leave)

  await waitFor(() => expect(path()).toBe('/auth/signin'))
  const deletion = { email: 'ada@example.com', takesEvents: true, heir: 'bob' }
  expect(calls).toContainEqual(['delete', deletion])
})

it('removes an account after a question whose Cancel has the focus', async () => {
  const bob = { id: 'bob', email: 'bob@example.com' }
  const { user } = await open('people', createFakeClient({ people: [bob] }))

  await user.click(await screen.findByRole('button', { name: 'Remove bob@example.com' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Remove' }))

  await waitFor(() => expect(screen.queryByText('bob@example.com')).toBeNull())
})

it('says of an empty account that nothing is kept', async () => {
  await open('data')
  expect(await screen.findByText(/^Nothing yet/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Export everything' })).toBeNull()
})

it('reads a file back once it has said what would come, and takes them back', async () => {
  const { user } = await open('data', createFakeClient({ account: { id: 'ada', email: 'a@b.c' } }))
  const lines = [{ kind: 'shortlist-export' }, { kind: 'chat' }, { kind: 'chat' }, { kind: 'end' }]
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const choose = async (content: string) =>
    user.upload(await screen.findByLabelText('Choose a file'), new File([content], 'own.jsonl'))

  await choose('Dear diary')
  expect(await screen.findByRole('alert')).toHaveTextContent('This is not a complete export')
  await choose(text)
  expect(await screen.findByText('2 chats would come.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Import' }))

  expect(await screen.findByText(/^2 chats came, /)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByText(/^2 chats came, /)).toBeNull())
})
