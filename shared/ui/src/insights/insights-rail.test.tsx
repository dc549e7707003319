import type { ApplicationOutcome } from '@shortlist/client/abilities'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { aMailEvent, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import type { Category, Email } from '@shortlist/contracts/mail'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { addDays, addHours } from 'date-fns'
import { expect, it, vi } from 'vitest'
import { renderWithClient } from '../testing/render-with-client.tsx'
import { InsightsRail } from './insights-rail.tsx'

const now = new Date()

function mail(company: string, category: Category, parts: Partial<Email> = {}): Email {
  const from = `Somebody <jobs@${company}>`
  const date = now.toISOString()
  const email = { id: `${company} ${category}`, from, date, ...parts }
  return anAnalyzedEmail(email, { category, hasInterview: false })
}

const applications = [
  mail('a.example', 'job_application'),
  mail('b.example', 'job_rejection'),
  mail('c.example', 'job_interview'),
]

function showRail(
  emails: readonly Email[],
  exampleApplications: readonly ApplicationOutcome[] | null = null,
) {
  vi.spyOn(window, 'matchMedia').mockReturnValue(
    Object.assign(new EventTarget(), { matches: true }) as MediaQueryList,
  )
  const links = {
    hrefOf: ({ category }: { category?: string }) => `?category=${category}`,
    change: vi.fn(),
  }
  const onOpenEmail = vi.fn()
  const { client } = createFakeClient()
  renderWithClient(
    { ...client, abilities: { ...client.abilities, exampleApplications } },
    <InsightsRail emails={emails} links={links} onOpenEmail={onOpenEmail} />,
  )
  return { ...links, onOpenEmail, user: userEvent.setup() }
}

it('says that plots need a few emails more', () => {
  showRail(applications.slice(1))

  expect(screen.getByText('Plots appear after a few analysed emails')).toBeVisible()
  expect(screen.queryByText(/Pipeline/)).toBeNull()
})

it('draws the example of the client until there are enough emails', () => {
  const example = [
    { stage: 'applied', exit: 'waiting', count: 2 },
    { stage: 'offer', exit: 'rejected', count: 1 },
    { stage: 'accepted', exit: null, count: 1 },
  ] as const
  showRail(applications.slice(1), example)

  const figure = within(screen.getByRole('figure', { name: /Pipeline.*Example/ }))
  const sentence = '4 applications: 2 interviews, 2 offers, 1 accepted, 1 rejected, 2 waiting'
  expect(figure.getByRole('img', { name: sentence })).toBeVisible()
  expect(screen.queryByText('Plots appear after a few analysed emails')).toBeNull()
})

it('draws no example beside figures of its own', () => {
  showRail(applications, [{ stage: 'applied', exit: 'waiting', count: 2 }])

  expect(screen.queryByText('Example')).toBeNull()
})

it('draws the pipeline, says it in a sentence and as a table', async () => {
  const { user } = showRail(applications)
  const sentence = '3 applications: 1 interview, 0 offers, 0 accepted, 1 rejected, 0 waiting'
  expect(screen.getByText(sentence)).toBeVisible()
  expect(screen.getByRole('group', { name: sentence })).toBeVisible()
  const figure = within(screen.getByRole('figure', { name: /Based on 3 analysed emails/ }))

  await user.click(figure.getByRole('button', { name: 'As a table' }))

  const rows = figure.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toEqual(['FromToCount', 'ApplicationsInterview1', 'ApplicationsRejected1'])
})

it('filters by a stage of the pipeline', async () => {
  const { user, change } = showRail(applications)
  const link = screen.getByRole('link', { name: /job_rejection/ })
  expect(link).toHaveAttribute('href', '?category=job_rejection')

  await user.click(link)

  expect(change).toHaveBeenCalledExactlyOnceWith({ category: 'job_rejection' })
})

it('filters by a family of the weeks', async () => {
  const { user, change } = showRail(applications)

  await user.click(screen.getByRole('link', { name: /reading/ }))

  expect(change).toHaveBeenCalledExactlyOnceWith({ category: 'reading' })
})

it('leaves a click with a modifier to the browser', async () => {
  const { user, change } = showRail(applications)
  const link = screen.getByRole('link', { name: /people/ })
  link.addEventListener('click', (event) => event.preventDefault())

  await user.keyboard('{Control>}')
  await user.click(link)

  expect(change).not.toHaveBeenCalled()
})

it('shows the coming days and leads to the card of an event', async () => {
  const start = addHours(addDays(now, 2), 1)
  const time = {
    kind: 'instant',
    start: start.toISOString(),
    end: addHours(start, 1).toISOString(),
    timeZone: '',
  } as const
  const events = [aMailEvent({ time })]
  const { user, onOpenEmail } = showRail([mail('a.example', 'job_interview', { id: 'x', events })])
  expect(screen.getByText('1 event in the next 14 days')).toBeVisible()

  await user.click(screen.getByRole('link', { name: /^Northwind technical interview/ }))
  expect(onOpenEmail).toHaveBeenCalledExactlyOnceWith('x')

  await user.click(screen.getByRole('button', { name: 'As a list' }))
  expect(screen.getByRole('listitem')).toHaveTextContent('Northwind technical interview')
})

it('says that nothing is planned', () => {
  showRail([])

  expect(screen.getByText('No events in the next 14 days')).toBeVisible()
})

it('shows no words of a mail in the picture that is shared', () => {
  showRail(applications)

  const picture = screen.getByRole('group', { name: /^3 applications/ })
  expect(picture.textContent).not.toMatch(/example|Interview confirmation|Somebody/)
})
