import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('@shortlist/ui/settings/model-settings.tsx'))

const lmStudio = { name: 'LM Studio', url: 'http://127.0.0.1:1234/v1', models: ['qwen3:8b'] }
const added = { url: 'https://models.test/v1', key: 'canary-key' }

type World = NonNullable<Parameters<typeof createFakeClient>[0]>

async function open(world: World = {}, isAdded = false) {
  const fake = createFakeClient({ engine: { found: [lmStudio] }, ...world })
  if (isAdded) await fake.client.settings.addServer(added)
  const app = renderApp(fake.client, '/settings/model')
  await screen.findByRole('heading', { level: 3, name: /^Now answering:/ })
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }))
  const radio = (name: string) => screen.findByRole('radio', { name })
  const enter = async (name: string, text: string) =>
    app.user.type(await screen.findByLabelText(name), text)
  return { ...app, fake, press, radio, enter }
}

const chosen = (fake: ReturnType<typeof createFakeClient>) =>
  fake.client.settings.readMachine().then((machine) => machine.chosen)

describe('the model of a computer', () => {
  it('is one of the settings', async () => {
    const { user, path } = renderApp(createFakeClient().client, '/settings/mailbox')
    const sections = within(await screen.findByRole('navigation', { name: 'Settings' }))
    expect(sections.getByRole('link', { name: 'Mailbox' })).toHaveAttribute('aria-current', 'page')

    await user.click(sections.getByRole('link', { name: 'Model' }))

    expect(path()).toBe('/settings/model')
    expect(await screen.findByText('Now answering: llama3.2 on Ollama')).toBeVisible()
    const places = screen.getByRole('navigation', { name: 'Places' })
    expect(within(places).getByRole('link', { current: 'page' })).toHaveTextContent('Settings')
  })

  it('says what failed last, and is tried again at once', async () => {
    const error = 'Ollama did not answer (HTTP 500).'
    const { press, fake } = await open({ engine: { label: 'Built-in guides', error } })
    expect(screen.getByText('Now answering: Built-in guides')).toBeVisible()
    expect(screen.getByText(error)).toBeVisible()

    await press('Try now')

    await waitFor(() =>
      expect(fake.calls).toContainEqual(['settings.changeMachine', { isTried: true }]),
    )
  })

  it('is chosen among what was found, what was added and the guides', async () => {
    const { fake, user, radio } = await open({}, true)
    expect(await radio('What is found on this computer')).toBeChecked()
    expect(screen.getByText('127.0.0.1:1234 · qwen3:8b')).toBeVisible()
    expect(screen.getByText(/^Key saved .* · what you ask leaves this computer$/)).toBeVisible()

    await user.click(await radio('models.test'))
    expect(await screen.findByText('Now answering: scripted on models.test')).toBeVisible()
    await user.click(await radio('LM Studio, found on this computer'))
    await waitFor(async () => expect(await chosen(fake)).toBe(lmStudio.url))
    await user.click(await radio('Built-in guides only'))

    expect(await screen.findByText('Now answering: Built-in guides')).toBeVisible()
    expect(await radio('Built-in guides only')).toBeChecked()
  })

  it('is another one for each purpose that the owner has chosen it for', async () => {
    const { fake, user } = await open({}, true)
    const [server] = (await fake.client.settings.readMachine()).servers
    await user.click(await screen.findByRole('radio', { name: 'models.test' }))
    const choice = (name: string) => screen.findByRole('combobox', { name })
    expect(await choice('Pictures: scripted')).toBeVisible()
    expect(screen.getByText(/^Off: passages of your files would leave/)).toBeVisible()

    await user.click(await choice('Titles and mail: scripted'))
    await user.click(await screen.findByRole('option', { name: 'qwen3:8b' }))
    expect(await choice('Titles and mail: qwen3:8b')).toBeVisible()
    expect(screen.getByText('Chosen by you')).toBeVisible()
    await user.click(await choice('Comparing passages: None'))
    await user.click(await screen.findByRole('option', { name: 'bge-m3' }))
    expect(await choice('Comparing passages: bge-m3')).toBeVisible()

    await user.click(await choice('Titles and mail: qwen3:8b'))
    await user.click(await screen.findByRole('option', { name: 'Chosen by itself' }))
    expect(await choice('Titles and mail: scripted')).toBeVisible()
    expect(fake.calls).toContainEqual(['settings.changeMachine', { models: { small: null } }])
    expect(server?.isOwnNetwork).toBe(false)
  })

  it('shows what the environment names, locked', async () => {
    const fake = createFakeClient()
    const machine = await fake.client.settings.readMachine()
    const purposes = machine.models?.purposes.map((use) => ({
      ...use,
      setBy: use.purpose === 'small' ? 'SMALL_MODEL' : null,
    }))
    const models = machine.models && { ...machine.models, purposes: purposes ?? [] }
    const settings = {
      ...fake.client.settings,
      readMachine: async () => ({ ...machine, models }),
    }
    renderApp({ ...fake.client, settings }, '/settings/model')

    expect(await screen.findByText('Set by the environment: SMALL_MODEL')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: /^Titles and mail/ })).toBeNull()
    expect(screen.getAllByRole('combobox')).toHaveLength(3)
  })

  it('follows what is chosen on another screen', async () => {
    const { fake, radio } = await open()

    await fake.client.settings.changeMachine({ chosen: 'guides' })

    expect(await screen.findByText('Now answering: Built-in guides')).toBeVisible()
    expect(await radio('Built-in guides only')).toBeChecked()
  })

  it('gives way to the guides only once the owner has said so, and only where it is a server', async () => {
    const { fake, user, radio } = await open({}, true)
    const standIn = () => screen.queryByRole('switch', { name: /let the guides answer/ })
    expect(standIn()).toBeNull()

    await user.click(await radio('models.test'))
    await waitFor(() => expect(standIn()).not.toBeChecked())
    await user.click(standIn() as HTMLElement)

    await waitFor(() => expect(standIn()).toBeChecked())
    expect(await fake.client.settings.readMachine()).toMatchObject({ guidesStandIn: true })
    await user.click(await radio('Built-in guides only'))
    await waitFor(() => expect(standIn()).toBeNull())
  })

  it('is added by a test, and shows no key', async () => {
    const { press, enter, fake, radio } = await open()
    await press('Add a server')
    await enter('Address of the server', added.url)
    await enter('Key', 'wrong-key')

    await press('Test and add')
    expect(await screen.findByText('The test stopped at: Key.')).toBeVisible()
    expect(screen.getByText('models.test refuses the key.')).toBeVisible()
    expect((await fake.client.settings.readMachine()).servers).toEqual([])

    await enter('Key', '-no-more')
    await press('Test and add')
    expect(await radio('models.test')).not.toBeChecked()
    expect(await screen.findByText('The server answers.')).toBeVisible()
    const steps = within(screen.getByRole('region', { name: 'Test' })).getAllByRole('listitem')
    expect(steps).toHaveLength(4)
    expect(screen.queryByLabelText('Key')).toBeNull()
    expect(document.body.innerHTML).not.toContain('no-more')
  })

  it('is tested where it stands, and removed after a question', async () => {
    const { press, fake } = await open({}, true)

    await press('Test models.test')
    expect(await screen.findByText('It says "Hello".')).toBeVisible()
    expect(fake.calls).toContainEqual(['settings.testServer', { url: added.url, key: '' }])

    await press('Remove models.test')
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await press('Remove')
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'models.test' })).toBeNull())
  })

  it('wants the password anew, and goes on where that was right', async () => {
    const { press, fake, user } = await open({}, true)
    await fake.client.accounts.signIn({ email: 'ada@example.com', password: 'correct horse' })
    const refused = 'Please enter the password of your account first.'
    fake.fail('settings.testServer', new CallFailed(403, refused, { code: 'CONFIRM_NEEDED' }))

    await press('Test models.test')
    const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    const field = dialog.getByLabelText('Password')
    expect(field).toHaveFocus()
    await user.type(field, 'wrong horse{Enter}')
    expect(await dialog.findByText('This is not the password of your account.')).toBeVisible()

    fake.fail('settings.testServer', undefined)
    await user.clear(field)
    await user.type(field, 'correct horse{Enter}')

    expect(await screen.findByText('It says "Hello".')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(fake.calls.filter(([name]) => name === 'settings.testServer')).toHaveLength(2)
  })

  it('says why it did nothing where the password was not entered', async () => {
    const { press, fake, user } = await open({}, true)
    const refused = 'Please enter the password of your account first.'
    fake.fail('settings.testServer', new CallFailed(403, refused, { code: 'CONFIRM_NEEDED' }))

    await press('Test models.test')
    await screen.findByRole('dialog', { name: 'Is it you?' })
    await user.keyboard('{Escape}')

    expect(await screen.findByText(refused)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is locked where the environment names it, with its variable', async () => {
    await open({ modelSetBy: 'OPENAI_BASE_URL' })

    expect(screen.getByText('Set by the environment: OPENAI_BASE_URL')).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByRole('button', { name: 'Try now' })).toBeEnabled()
  })

  it('is only named to whoever does not own the computer', async () => {
    const fake = createFakeClient()
    const { client } = fake
    const nothing = { error: null, setBy: null, guidesStandIn: null, models: null, found: [] }
    const seen = { isOwner: false, answering: 'qwen3:8b', chosen: 'found', ...nothing, servers: [] }
    const readMachine = async () => seen
    renderApp({ ...client, settings: { ...client.settings, readMachine } }, '/settings/model')

    expect(await screen.findByText('Now answering: qwen3:8b')).toBeVisible()
    expect(await screen.findByText('The owner of this computer chooses.')).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull()
    expect(await screen.findByRole('switch', { name: 'May read my mails' })).toBeVisible()
  })
})

it('lets the model read the mails only once the user has said so', async () => {
  const { fake, user } = await open()
  const allowed = await screen.findByRole('switch', { name: 'May read my mails' })
  expect(allowed).not.toBeChecked()

  await user.click(allowed)

  await waitFor(() => expect(allowed).toBeChecked())
  expect((await fake.client.settings.read()).mailByModel).toBe(true)
})
