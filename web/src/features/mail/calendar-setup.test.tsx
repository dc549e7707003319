import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { aMailStatus, noCalendar } from '@shortlist/client/testing/mail-samples'
import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('./mail-screen.tsx'))

it('says what a calendar is for and how it is connected', async () => {
  renderApp(createFakeClient({ mail: aMailStatus(), calendar: noCalendar() }).client, '/gmail-mcp')

  expect(await screen.findByRole('heading', { name: 'Calendar Setup' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Create Appointments' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'How It Works' })).toBeVisible()
  const steps = screen.getByText('Authorise once in a popup window.').closest('ol')
  expect(steps?.children).toHaveLength(2)
  expect(screen.queryByText('Connection Issue')).toBeNull()
})

it('names what hinders the connection, and what to make sure of', async () => {
  const fake = createFakeClient({ mail: aMailStatus(), calendar: noCalendar() })
  fake.fail('calendar.connect', new CallFailed(500, 'The calendar is closed.'))
  const { user } = renderApp(fake.client, '/gmail-mcp')

  await user.click(await screen.findByRole('button', { name: 'Connect Google Calendar Now!' }))

  const issue = (await screen.findByText('Connection Issue')).closest('[role=alert]')
  expect(issue).toHaveTextContent('The calendar is closed.')
  expect(issue).toHaveTextContent(/Make sure you've completed the Google Cloud setup.$/)
})
