import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import {
  aCalendarStatus,
  aMailEvent,
  aMailStatus,
  anEmail,
  noCalendar,
} from '@shortlist/client/testing/mail-samples'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('@shortlist/ui/settings/calendar-settings.tsx'))

type World = NonNullable<Parameters<typeof createFakeClient>[0]>

async function open(world: World = {}) {
  const fake = createFakeClient({ calendar: noCalendar(), ...world })
  const app = renderApp(fake.client, '/settings/calendar')
  await screen.findByRole('group', { name: 'Appointments go to' })
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }))
  const radio = (name: string) => screen.getByRole('radio', { name })
  return { ...app, fake, press, radio }
}

const [google, local, none] = ['Google Calendar', 'A calendar on this computer', 'None'] as const

describe('the calendar of an account', () => {
  it('is one of the settings, and shows what is in use', async () => {
    const { radio } = await open({ calendar: aCalendarStatus() })

    expect(radio(google)).toBeChecked()
    expect(radio(google)).toHaveAccessibleDescription('Signed in. Your own calendar takes them.')
    const sections = within(screen.getByRole('navigation', { name: 'Settings' }))
    expect(sections.getByRole('link', { current: 'page' })).toHaveTextContent('Calendar')
  })

  it('is in force at once, and a sign-in is not asked for twice', async () => {
    const { fake, user, radio } = await open({ calendar: aCalendarStatus() })

    await user.click(radio(local))
    await waitFor(() => expect(radio(local)).toBeChecked())
    expect(fake.calendar.status).toMatchObject({ kind: 'local', connected: true })
    await user.click(radio(none))
    await waitFor(() => expect(radio(none)).toBeChecked())
    expect(screen.queryByLabelText('Feed address')).toBeNull()
    await user.click(radio(google))
    await waitFor(() => expect(radio(google)).toBeChecked())

    expect(fake.calls.filter(([name]) => name === 'calendar.connect')).toEqual([])
    expect(fake.calendar.status).toMatchObject({ kind: 'google', connected: true, error: null })
  })

  it('cannot be one of Google before somebody has signed in there, which is always offered', async () => {
    const { fake, press, radio } = await open()
    expect(radio(none)).toBeChecked()
    expect(radio(google)).toBeDisabled()
    expect(radio(google)).toHaveAccessibleDescription(/^Sign in once/)
    fake.fail('calendar.connect', new CallFailed(409, 'Google Calendar is not configured.'))

    await press('Connect Google Calendar Now!')

    expect(await screen.findByRole('alert')).toHaveTextContent('Google Calendar is not configured.')
    expect(radio(none)).toBeChecked()
  })

  it('gives the permission back where the user says so, and a local one stays', async () => {
    const { fake, user, press, radio } = await open({ calendar: aCalendarStatus() })
    await user.click(radio(local))
    await waitFor(() => expect(radio(local)).toBeChecked())

    await press('Disconnect Google Calendar')

    await waitFor(() => expect(radio(google)).toBeDisabled())
    expect(radio(local)).toBeChecked()
    expect(fake.calendar.status.isGoogleSignedIn).toBe(false)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('stays as it was where the choice could not be stored, and says so', async () => {
    const { fake, user, radio } = await open()
    fake.fail('calendar.choose', new CallFailed(500, 'The disk is full.'))

    await user.click(radio(local))

    expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full.')
    expect(radio(none)).toBeChecked()
  })
})

describe('a local calendar', () => {
  it('has an address for other programs, which is renewed after a question', async () => {
    const { user, press, radio } = await open()
    await user.click(radio(local))
    const address = () => screen.findByLabelText('Feed address')
    const before = 'http://localhost:4000/api/calendar/feed/secret-1.ics'
    expect(await address()).toHaveValue(before)
    expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('href', before)

    await press('Renew address')
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText(/stop getting events/)).toBeVisible()
    expect(await address()).toHaveValue(before)
    await user.click(within(dialog).getByRole('button', { name: 'Renew address' }))

    await waitFor(async () =>
      expect(await address()).toHaveValue('http://localhost:4000/api/calendar/feed/secret-2.ics'),
    )
  })

  it('lists its coming days, and what is added while it is shown', async () => {
    const start = new Date(Date.now() + 86_400_000).toISOString()
    const end = new Date(Date.now() + 90_000_000).toISOString()
    const time = { kind: 'instant', start, end, timeZone: 'UTC' } as const
    const event = aMailEvent({ state: 'waiting', summary: 'Interview at Acme', time })
    const mail = aMailStatus({ emails: [anEmail({ events: [event] })] })
    const { fake, user, radio } = await open({ mail })
    await user.click(radio(local))
    const agenda = within(await screen.findByRole('region', { name: 'The next 14 days' }))
    expect(await agenda.findByText(/^Nothing stands in it/)).toBeVisible()

    await act(() => fake.client.calendar.add(event.id))

    expect(await agenda.findByText('Interview at Acme')).toBeVisible()
    expect(agenda.getAllByRole('listitem')).toHaveLength(1)
  })
})

describe('the Google client of a computer', () => {
  const secret = 'canary-client-secret'
  const title = 'Google client of this computer'
  const none = { calendar: noCalendar({ canUseGoogle: false }) }

  async function openForm() {
    const opened = await open(none)
    const enter = async (name: string, text: string) => {
      const field = await screen.findByLabelText(name)
      await opened.user.clear(field)
      await opened.user.type(field, text)
    }
    return { ...opened, enter }
  }

  it('is entered by a test, in force at once, and shows no secret', async () => {
    const { fake, enter, press, radio } = await openForm()
    expect(radio(google)).toHaveAccessibleDescription(/which the owner of this computer enters/)
    expect(screen.getByLabelText('Redirect address')).toHaveValue(
      'http://localhost:4000/api/calendar/callback',
    )
    await enter('Client id', 'client.example.test')
    await enter('Client secret', 'wrong-secret')
    await press('Test and save')
    expect(await screen.findByText('The test stopped at: Client.')).toBeVisible()
    expect(screen.getByText('Google does not know this client with this secret.')).toBeVisible()
    expect(fake.calendar.status.canUseGoogle).toBe(false)

    await enter('Client secret', secret)
    await press('Test and save')

    const client = within(await screen.findByRole('region', { name: title }))
    expect(client.getByText('client.example.test')).toBeVisible()
    expect(client.getByText(/^Stored on .* It is never shown\.$/)).toBeVisible()
    expect(radio(google)).toHaveAccessibleDescription(/^Sign in once/)
    expect(document.body.innerHTML).not.toContain(secret)
  })

  it('is tested without its secret, changed, and removed after a question that says what goes', async () => {
    const { fake, press, user } = await openForm()
    const form = { clientId: 'client.example.test', clientSecret: secret }
    // on another screen
    await act(() => fake.client.settings.enterGoogle(form))
    await screen.findByRole('region', { name: title })

    await press('Test')
    expect(await screen.findByText('Google knows the client.')).toBeVisible()
    expect(fake.calls).toContainEqual(['settings.testGoogle', { ...form, clientSecret: '' }])
    await press('Change')
    expect(await screen.findByLabelText('Client secret')).toHaveAccessibleDescription(
      'Leave it empty to keep the stored one.',
    )
    await press('Cancel')

    await press('Remove')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/Nobody on this computer reaches Google Calendar/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByLabelText('Client id')).toHaveValue('')
    expect(fake.calendar.status.canUseGoogle).toBe(false)
  })

  it('is locked where the environment names it, with its variables', async () => {
    const googleSetBy = 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET'
    await open({ googleSetBy })

    const client = within(await screen.findByRole('region', { name: title }))
    expect(client.getByText(`Set by the environment: ${googleSetBy}`)).toBeVisible()
    expect(client.queryByRole('button')).toBeNull()
    expect(screen.queryByLabelText('Client secret')).toBeNull()
  })

  it('is not shown to whoever does not own the computer', async () => {
    const { client } = createFakeClient(none)
    const readGoogle = async () => {
      const known = await client.settings.readGoogle()
      return { ...known, isOwner: false }
    }
    renderApp({ ...client, settings: { ...client.settings, readGoogle } }, '/settings/calendar')

    expect(await screen.findByText(/which the owner of this computer enters/)).toBeVisible()
    expect(screen.queryByText(title)).toBeNull()
  })
})

describe('when somebody works', () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone

  it('has the zone of the browser offered, and takes any other', async () => {
    const { fake, press, user } = await open({
      calendar: aCalendarStatus({ timeZone: 'Pacific/Auckland' }),
    })
    const zone = await screen.findByRole('combobox', { name: 'Time zone' })
    expect(zone).toHaveValue('Pacific/Auckland')
    expect(screen.getByText(`Your browser says ${here}.`)).toBeVisible()

    await press('Use it')
    await waitFor(() => expect(zone).toHaveValue(here))
    expect(screen.queryByText(/^Your browser says/)).toBeNull()
    await user.selectOptions(zone, 'Europe/Lisbon')

    await waitFor(async () =>
      expect((await fake.client.calendar.times()).zone).toBe('Europe/Lisbon'),
    )
  })

  it('is stored at once where it is whole, however quickly it changes, and else said', async () => {
    const { fake, user } = await open()
    const stored = async () => (await fake.client.calendar.times()).hours
    const day = (name: string) => screen.findByRole('checkbox', { name })

    await user.click(await day('Fri'))
    await user.click(await day('Sat'))
    await waitFor(async () => expect((await stored()).days).toEqual([1, 2, 3, 4, 6]))
    expect(await day('Sat')).toHaveFocus()
    for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Sat']) await user.click(await day(name))

    expect(await screen.findByRole('alert')).toHaveTextContent(/^Choose a day at least/)
    expect((await stored()).days).toEqual([6])
    await user.click(await day('Sun'))
    await waitFor(async () => expect((await stored()).days).toEqual([7]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('has a zone that is locked where the environment names it', async () => {
    await open({ zoneSetBy: 'USER_TIME_ZONE' })

    expect(await screen.findByText('Set by the environment: USER_TIME_ZONE')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Time zone' })).toBeNull()
    expect(await screen.findByRole('checkbox', { name: 'Mon' })).toBeChecked()
  })
})
