import '../../testing/with-fake-browser.ts'
import {
  aMailStatus,
  anAnalyzedEmail,
  noCalendar,
  noMailbox,
} from '@shortlist/client/testing/mail-samples'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { showMail } from './testing/show-mail.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() =>
  Promise.all([import('./mail-screen.tsx'), import('@shortlist/ui/mail/list/mail-browser.tsx')]),
)

const emails = [
  anAnalyzedEmail({ id: 'mail-0001', subject: 'Second round' }),
  anAnalyzedEmail({ id: 'mail-0002', subject: 'News' }, { priority: 'low' }),
]
const named = (subject: string) => ({ name: new RegExp(`${subject} `) })
const row = (subject: string) => screen.getByRole('button', named(subject))
const shown = () => screen.findByRole('button', named('Second round'))

describe('single keys', () => {
  it('walk through the mails and open them', async () => {
    const { user } = showMail({ mail: aMailStatus({ emails }) })
    await shown()

    await user.keyboard('j')
    expect(row('Second round')).toHaveFocus()
    await user.keyboard('j')
    expect(row('News')).toHaveFocus()
    await user.keyboard('k{Enter}')
    expect(await screen.findByRole('article', { name: 'Second round' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Open mail' })).toHaveFocus()
    await user.keyboard('o')

    expect(screen.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  })

  it('choose a priority, go to the categories, and sync', async () => {
    const { user, calls } = showMail({ mail: aMailStatus({ emails }) })
    await shown()

    await user.keyboard('3')
    await waitFor(() => expect(screen.queryByRole('button', named('Second round'))).toBeNull())
    await user.keyboard('0')
    expect(await shown()).toBeVisible()
    await user.keyboard('s')
    await waitFor(() => expect(calls.map(([call]) => call)).toContain('mail.sync'))
    await user.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Search mail' })).toHaveFocus()
    await user.keyboard('{Escape}f')

    expect(await screen.findByRole('listbox')).toBeVisible()
  })

  it('begin the first sync', async () => {
    const { user, calls } = showMail()
    await screen.findByText('Nothing analysed yet')

    await user.keyboard('s')

    await waitFor(() => expect(calls.map(([call]) => call)).toContain('mail.sync'))
  })

  it('do nothing behind the chat', async () => {
    const { user, show } = showMail({ mail: aMailStatus({ emails }) })
    await shown()

    show(false)
    await user.keyboard('j3')

    expect(document.body).toHaveFocus()
    expect(row('Second round')).toBeInTheDocument()
  })
})

describe('the focus', () => {
  const place = async () => (await screen.findByText(/ Calendar Connected$/)).closest('[tabindex]')

  it('stays in the view when a local calendar takes its set-up away', async () => {
    const { user } = showMail({ calendar: noCalendar() })

    await user.click(await screen.findByRole('button', { name: 'Use a local calendar instead' }))

    expect(await place()).toHaveFocus()
  })

  it('stays in the view when sample mail comes and goes', async () => {
    const { user, emit } = showMail({ mail: noMailbox() })

    await user.click(await screen.findByRole('button', { name: 'Try it with sample mail' }))
    const leave = await screen.findByRole('button', { name: 'Leave sample mail' })
    expect(await place()).toHaveFocus()
    act(() =>
      emit('sync-complete', {
        totalFetched: 0,
        newStored: 0,
        analyzed: 0,
        failed: 0,
        eventsCreated: 0,
        lastSync: '2026-11-21T09:00:00.000Z',
      }),
    )
    await user.click(leave)
    await waitFor(() => expect(screen.queryByText('Sample mail')).toBeNull())

    expect(await place()).toHaveFocus()
  })
})
