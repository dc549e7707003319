import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { aMailStatus, anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import type { Email } from '@shortlist/contracts/mail'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { InsightsRail } from '../../insights/insights-rail.tsx'
import { UndoProvider } from '../../shell/undo.tsx'
import { renderWithClient } from '../../testing/render-with-client.tsx'
import { ToastArea } from '../../toasts/toast-area.tsx'
import { MailProvider } from '../mail-provider.tsx'
import { EmailSection } from './email-section.tsx'

// what is loaded when it is first used takes longer than a test waits
beforeAll(() =>
  Promise.all([
    import('./mail-browser.tsx'),
    import('./snooze-menu.tsx'),
    import('../sync/sync-keeper.tsx'),
  ]),
)

function mails(count: number): Email[] {
  return Array.from({ length: count }, (_, at) =>
    anAnalyzedEmail(
      {
        id: `mail-${at}`,
        subject: `Subject ${at}`,
        date: new Date(2026, 9, 20, 12, 60 - at).toISOString(),
      },
      {
        priority: at % 2 ? 'low' : 'high',
        actionItems: at < 3 ? ['Answer'] : [],
        category: 'other',
      },
    ),
  )
}

interface HostProps {
  readonly query: string
  readonly hasCards?: boolean
  /** Puts off what the address is asked to become. */
  readonly putOff?: (change: () => void) => void
}

function Host({ query, hasCards = true, putOff = (change) => change() }: HostProps) {
  const [parameters, setParameters] = useState(() => new URLSearchParams(query))
  return (
    <UndoProvider userId="ada">
      <MailProvider userId="ada" onSignedOut={() => {}} notify={() => {}}>
        <EmailSection
          hasCards={hasCards}
          Insights={InsightsRail}
          filterPlace={[parameters, (next) => putOff(() => setParameters(next))]}
          hasSingleKeys
        />
        <output>{`${parameters}`}</output>
        <ToastArea />
      </MailProvider>
    </UndoProvider>
  )
}

async function open(given: number | Email[] = 200, query = '', how: Partial<HostProps> = {}) {
  const emails = typeof given === 'number' ? mails(given) : given
  const fake = createFakeClient({ mail: aMailStatus({ emails }) })
  const user = userEvent.setup()
  renderWithClient(fake.client, <Host query={query} {...how} />)
  await waitFor(() => expect(document.querySelector('.mail-rows')).not.toBeNull())
  return { ...fake, user }
}

const rows = () => within(screen.getByRole('list', { name: 'Emails' })).getAllByRole('listitem')
const row = (name: string) => screen.getByRole('button', { name: new RegExp(`${name}( |$)`) })
const address = () => document.querySelector('output')?.textContent
const asked = (calls: readonly (readonly unknown[])[], name: string) =>
  calls.filter(([call]) => call === name).map(([, about]) => about)

it('shows many mails as a few rows that know how many there are, by one page', async () => {
  const { calls } = await open()

  expect(rows().length).toBeLessThanOrEqual(40)
  expect(rows()[1]).toHaveAttribute('aria-posinset', '2')
  expect(rows()[1]).toHaveAttribute('aria-setsize', '200')
  expect(screen.queryByRole('article')).toBeNull()
  expect(asked(calls, 'mail.rows')).toHaveLength(2)
  expect(asked(calls, 'mail.status')).not.toContainEqual({ emails: 'all' })
  expect(rows()[0]).toHaveTextContent('Reply')
})

it('says in a row what is missing, awaited or suspicious, and shows markup as text', async () => {
  const subject = '<img src=x onerror=alert(1)> <b>Hello</b>'
  await open(
    [
      anAnalyzedEmail({ id: 'a', subject, summary: subject, warnings: ['suspicious'] }),
      anAnalyzedEmail({ id: 'b', subject: '', from: '', date: 'yesterday', summary: null }),
      anEmail({ id: 'c', subject: 'New' }),
    ],
    '',
    { hasCards: false },
  )

  const words = (id: string) => document.querySelector(`[data-row=${id}]`)
  expect(words('a')).toHaveTextContent(subject)
  expect(words('a')).toHaveTextContent('Check')
  expect(document.querySelector('img, b b')).toBeNull()
  expect(words('b')).toHaveTextContent('(no subject)')
  expect(words('b')).toHaveTextContent('(no sender)')
  expect(words('c')).toHaveTextContent('Analysis pending')
})

it('is one stop for Tab', async () => {
  await open()

  const stops = rows().filter((each) => within(each).getByRole('button').tabIndex === 0)
  expect(stops).toHaveLength(1)
})

it('opens a mail over the list, asks for it alone, and goes back to its row', async () => {
  const { user, calls } = await open()

  await user.click(row('Subject 3'))
  expect(await screen.findByRole('article', { name: 'Subject 3' })).toBeVisible()
  expect(asked(calls, 'mail.open')).toEqual(['mail-3'])
  expect(address()).toBe('mail=mail-3')
  expect(screen.getByText('4 of 200')).toBeVisible()
  await user.keyboard('j')
  expect(await screen.findByRole('article', { name: 'Subject 4' })).toBeVisible()
  await user.keyboard('{Escape}')

  expect(screen.queryByRole('article')).toBeNull()
  expect(address()).toBe('')
  expect(row('Subject 4')).toHaveFocus()
})

it('walks through rows, marks one as done, goes on, and undoes that', async () => {
  const { user } = await open(20, 'view=needs-you')
  await waitFor(() => expect(rows()).toHaveLength(3))

  await user.keyboard('jj')
  expect(row('Subject 1')).toHaveFocus()
  await user.keyboard('e')

  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(row('Subject 2')).toHaveFocus()
  expect(screen.getByText('Done: Subject 1')).toBeVisible()
  await user.keyboard('u')
  await waitFor(() => expect(rows()).toHaveLength(3))
})

it('leaves a row where it is when the mark could not be stored', async () => {
  const { user, fail } = await open(20, 'view=needs-you')
  await waitFor(() => expect(rows()).toHaveLength(3))
  fail('mail.mark', new CallFailed(500, 'The disk is full.'))

  await user.keyboard('je')

  expect(await screen.findByText('The disk is full.')).toBeVisible()
  expect(rows()).toHaveLength(3)
})

it('puts a mail off until a time from a menu', async () => {
  const { user, calls } = await open(20, 'view=needs-you')
  await waitFor(() => expect(rows()).toHaveLength(3))

  await user.keyboard('jh')
  await user.click(await screen.findByRole('button', { name: /^Later today/ }))

  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(asked(calls, 'mail.mark')).toMatchObject([{ mark: 'snoozed', ids: ['mail-0'] }])
  expect(screen.getByRole('button', { name: 'Snoozed 1' })).toBeVisible()
})

it('selects some by keys, or all that match, for one act', async () => {
  const { user, calls } = await open(200)
  await user.keyboard('jx')
  await user.keyboard('{Shift>}jj{/Shift}')
  expect(screen.getByText('3 selected')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Select all 200 that match' }))
  expect(screen.getByText('200 selected')).toBeVisible()

  const bar = within(screen.getByRole('toolbar', { name: '200 selected' }))
  await user.click(bar.getByRole('button', { name: 'Done' }))

  expect(await screen.findByText('Done: 200 mails')).toBeVisible()
  expect(asked(calls, 'mail.mark')).toMatchObject([
    { mark: 'done', filter: { view: 'everything' }, revision: expect.any(Number) },
  ])
  expect(screen.getByRole('button', { name: 'Done 200' })).toBeVisible()
  expect(screen.queryByRole('toolbar', { name: /selected/ })).toBeNull()
})

it('searches from two letters, marks the words, and gives the view back by Escape', async () => {
  const { user, calls } = await open(200)

  await user.keyboard('/')
  await user.keyboard('s')
  await user.keyboard('ubject 19')
  await waitFor(() => expect(address()).toBe('q=subject+19'))
  await waitFor(() => expect(rows()[0]).toHaveAttribute('aria-setsize', '11'))
  expect(rows()[0]?.querySelector('mark')).toHaveTextContent('Subject')
  expect(asked(calls, 'mail.rows')).not.toContainEqual(expect.objectContaining({ q: 's' }))

  await user.keyboard('{Escape}')
  await waitFor(() => expect(rows()[0]).toHaveAttribute('aria-setsize', '200'))
  expect(address()).toBe('')
})

it('keeps what is typed while the list still goes to what was typed before', async () => {
  const moves: (() => void)[] = []
  const { user } = await open(200, '', { putOff: (change) => moves.push(change) })
  const search = screen.getByRole('searchbox')
  await user.type(search, 'sub')
  await waitFor(() => expect(moves).toHaveLength(1))
  await user.type(search, 'ject')
  await waitFor(() => expect(moves).toHaveLength(2))
  await user.type(search, ' 19')

  for (const move of moves.splice(0)) act(move)

  expect(search).toHaveValue('subject 19')
  await waitFor(() => expect(moves).toHaveLength(1))
  for (const move of moves) act(move)
  expect(address()).toBe('q=subject+19')
})

it('says that a view holds nothing', async () => {
  await open(20, 'view=done')

  expect(await screen.findByText('No mail here.')).toBeVisible()
})

it.each([2, 20])(
  'shows an open mail of %d as it is, where an event came too early',
  async (count) => {
    const { mail, emit } = await openSome(count)
    expect(await screen.findByRole('article', { name: /Subject 0/ })).toBeVisible()
    mail.change('mail-0', { subject: 'Another subject' })
    emit('mail-rows-changed', { revision: 99, needsYou: 0 })
    expect(await screen.findByRole('article', { name: /Another subject/ })).toBeVisible()
  },
)

async function openSome(count: number) {
  const fake = createFakeClient({ mail: aMailStatus({ emails: mails(count) }) })
  renderWithClient(fake.client, <Host query="mail=mail-0" hasCards />)
  return fake
}

it('prints all rows that are known, and only some again afterwards', async () => {
  await open()
  const seen = rows().length

  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(seen).toBeLessThan(50)
  expect(rows()).toHaveLength(50)
  act(() => void dispatchEvent(new Event('afterprint')))

  expect(rows()).toHaveLength(seen)
})

it('shows a mark before it is stored, and what is stored where that fails', async () => {
  const { user, hold, fail } = await open()
  const release = hold('mail.mark')
  const mark = () => document.querySelector('[data-row="mail-0"]')?.getAttribute('data-mark')

  await user.keyboard('je')
  await waitFor(() => expect(mark()).toBe('done'))
  fail('mail.mark', new CallFailed(500, 'The disk is full.'))
  release()

  await waitFor(() => expect(mark()).toBe('open'))
  expect(await screen.findByText('The disk is full.')).toBeVisible()
})
