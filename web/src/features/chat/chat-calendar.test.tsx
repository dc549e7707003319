import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(async () => {
  await import('@shortlist/ui/chat/chat-panel.tsx')
  await import('./chat-calendar.tsx')
})

const heading = { name: 'Google Calendar Integration' }

function beWide(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      ...{ media, matches: media === '(min-width: 1280px)', onchange: null },
      ...{ addListener() {}, removeListener() {} },
    }),
  )
}

it('opens the calendar as a sheet where there is no room', async () => {
  const { user } = renderApp(createFakeClient().client, '/chat')

  await user.click(await screen.findByRole('button', { name: 'Calendar' }))

  expect(await screen.findByRole('dialog', { name: 'Calendar' })).toBeVisible()
  expect(await screen.findByRole('heading', heading)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close calendar' }))
  expect(screen.queryByRole('heading', heading)).toBeNull()
})

it('stands beside a coach chat on a wide screen, until it is closed', async () => {
  beWide()
  localStorage.setItem('shortlist.mode', 'chat')
  const { user } = renderApp(createFakeClient().client, '/chat')
  const button = await screen.findByRole('button', { name: 'Calendar' })
  expect(screen.queryByRole('heading', heading)).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Job Search' }))
  expect(await screen.findByRole('heading', heading)).toBeVisible()

  await user.click(button)
  expect(screen.queryByRole('heading', heading)).toBeNull()
  expect(button).toHaveAttribute('aria-expanded', 'false')
})
