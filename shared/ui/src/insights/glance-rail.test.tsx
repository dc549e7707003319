import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import {
  aMailbox,
  aMailEvent,
  aMailStatus,
  anAnalyzedEmail,
  noMailbox,
} from '@shortlist/client/testing/mail-samples'
import type { MailStatus } from '@shortlist/contracts/mail'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { addHours } from 'date-fns'
import { expect, it, vi } from 'vitest'
import { renderWithClient } from '../testing/render-with-client.tsx'
import { GlanceRail } from './glance-rail.tsx'

function showRail(mail: MailStatus, isWide = true) {
  vi.spyOn(window, 'matchMedia').mockReturnValue(
    Object.assign(new EventTarget(), { matches: isWide }) as MediaQueryList,
  )
  const fake = createFakeClient({ mail })
  const onOpenMail = vi.fn()
  const show = () =>
    renderWithClient(fake.client, <GlanceRail mailHref="/gmail-mcp" onOpenMail={onOpenMail} />)
  return { ...fake, onOpenMail, show, user: userEvent.setup() }
}

function interviewIn(hours: number) {
  const start = addHours(new Date(), hours)
  const time = {
    kind: 'instant',
    start: start.toISOString(),
    end: addHours(start, 1).toISOString(),
    timeZone: '',
  } as const
  return anAnalyzedEmail({ id: `in-${hours}`, events: [aMailEvent({ id: `e${hours}`, time })] })
}

it('shows the next interview and leads to it', async () => {
  const { show } = showRail(aMailStatus({ emails: [interviewIn(24 * 9 + 1), interviewIn(48)] }))
  show()

  expect(await screen.findByText('Northwind technical interview')).toBeVisible()
  expect(screen.getByText('in 2 days')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Event Link' })).toHaveAttribute(
    'href',
    'https://calendar.google.com/event?eid=1',
  )
})

it('counts what is urgent and says when the last sync was', async () => {
  const lastSync = new Date(2026, 10, 21, 9, 31)
  const { show } = showRail(
    aMailStatus({
      emails: [interviewIn(3), anAnalyzedEmail({ id: 'low' }, { priority: 'low' })],
      lastSync: lastSync.toISOString(),
    }),
  )
  show()

  const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(lastSync)
  const line = await screen.findByText(/^1 high priority/)
  expect(line).toHaveTextContent(`1 high priority - last sync ${time}`.replace(/\s/g, ' '))
})

it('says that no interview is planned', async () => {
  const { show } = showRail(aMailStatus({ emails: [] }))
  show()

  expect(await screen.findByText('No interview planned')).toBeVisible()
})

it('draws the pipeline once there is one', async () => {
  const emails = ['a', 'b', 'c'].map((company) =>
    anAnalyzedEmail({ id: company, from: `x@${company}.example` }),
  )
  const { show } = showRail(aMailStatus({ emails }))
  show()

  expect(await screen.findByRole('img', { name: /^3 applications: 3 interviews/ })).toBeVisible()
  expect(screen.getByText('Based on 3 analysed emails')).toBeVisible()
})

it('leads to the mails, also before the first sync', async () => {
  const { show, user, onOpenMail } = showRail(aMailStatus({ emails: [] }))
  show()

  await user.click(await screen.findByRole('link', { name: 'Nothing analysed yet' }))

  expect(onOpenMail).toHaveBeenCalledOnce()
})

it('draws no pipeline through which nothing has gone yet', async () => {
  const date = new Date().toISOString()
  const emails = ['a', 'b', 'c'].map((company) =>
    anAnalyzedEmail(
      { id: company, from: `x@${company}.example`, date },
      { category: 'job_application', hasInterview: false },
    ),
  )
  const { show } = showRail(aMailStatus({ emails }))
  show()

  expect(await screen.findByText('Next interview')).toBeVisible()
  expect(screen.queryByText('Pipeline')).toBeNull()
})

it('keeps the next interview while the mailbox cannot be reached', async () => {
  const mailbox = aMailbox({ state: 'unreachable' })
  const emails = [interviewIn(5)]
  const { show } = showRail(aMailStatus({ connected: false, error: 'Gone.', mailbox, emails }))
  show()

  expect(await screen.findByText('Northwind technical interview')).toBeVisible()
})

it('is silent about a mailbox that is being connected', async () => {
  const mailbox = aMailbox({ state: 'connecting' })
  const { show, calls } = showRail(aMailStatus({ connected: false, mailbox, emails: [] }))
  const { container } = show()

  await waitFor(() => expect(calls).toContainEqual(['mail.status', { emails: 'all' }]))
  await act(async () => {})
  expect(container).toBeEmptyDOMElement()
})

it('invites to connect a mailbox', async () => {
  const { show, user, onOpenMail } = showRail(noMailbox())
  show()
  const link = await screen.findByRole('link', {
    name: 'Connect your mailbox to see interviews here',
  })
  expect(link).toHaveAttribute('href', '/gmail-mcp')

  await user.click(link)

  expect(onOpenMail).toHaveBeenCalledOnce()
})

it('is silent about errors', async () => {
  const { show, fail, calls } = showRail(aMailStatus())
  fail('mail.status', new CallFailed(500, 'x'))
  const { container } = show()

  await waitFor(() => expect(calls).toContainEqual(['mail.status', { emails: 'all' }]))
  expect(container).toBeEmptyDOMElement()
})

it('waits behind a button where there is little room', async () => {
  const { show, user } = showRail(aMailStatus({ emails: [interviewIn(5)] }), false)
  show()
  const button = await screen.findByRole('button', { name: 'Glance' })
  expect(screen.queryByText('Next interview')).toBeNull()

  await user.click(button)

  expect(screen.getByText('Next interview')).toBeVisible()
})
