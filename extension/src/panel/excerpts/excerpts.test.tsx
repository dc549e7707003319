import '../../testing/with-fake-browser.ts'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { SessionProvider } from '@shortlist/ui/auth/session.tsx'
import { renderWithClient } from '@shortlist/ui/testing/render-with-client.tsx'
import { ToastArea } from '@shortlist/ui/toasts/toast-area.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { handOver } from '../../host/handover.ts'
import { fakePermissions } from '../../testing/fake-permissions.ts'
import { ExcerptProvider, useExcerpt } from './excerpt-provider.tsx'
import { PageButton } from './page-button.tsx'

const WINDOW = 7
const selection = { kind: 'selection', title: 'Job', url: 'https://acme.example/', text: 'Pipes' }

function Shown() {
  const { excerpt, setExcerpt, arrivals } = useExcerpt()
  return (
    <>
      <p>{`${arrivals} arrived, ${excerpt ? `${excerpt.kind} ${excerpt.text}` : 'nothing'}`}</p>
      <button type="button" onClick={() => setExcerpt(null)}>
        Remove
      </button>
      <PageButton />
      <ToastArea />
    </>
  )
}

/** What the browser allows, and what the script in the page gives or throws. */
function open({ isAllowed = true, result }: { isAllowed?: boolean; result?: unknown } = {}) {
  const executeScript = vi.fn(async () => {
    if (result instanceof Error) throw result
    return [{ result }]
  })
  Object.assign(fakeBrowser, { scripting: { executeScript } })
  const permissions = fakePermissions()
  permissions.consent = isAllowed
  const tab = { id: 3, active: true, windowId: WINDOW }
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([tab] as never)
  renderWithClient(
    createFakeClient().client,
    <SessionProvider>
      <ExcerptProvider>
        <Shown />
      </ExcerptProvider>
    </SessionProvider>,
  )
  return { user: userEvent.setup(), executeScript, permissions }
}

const usePage = () => screen.getByRole('button', { name: 'Use this page' })

beforeEach(() => {
  fakeBrowser.reset()
  const shown = { id: WINDOW, focused: true, incognito: false, alwaysOnTop: false }
  vi.spyOn(fakeBrowser.windows, 'getCurrent').mockResolvedValue(shown as never)
})

it('takes what the user sends from a page, also before the panel was open, and counts it', async () => {
  await handOver(WINDOW, { excerpt: selection as never })
  const { user } = open()
  expect(await screen.findByText('1 arrived, selection Pipes')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.getByText('1 arrived, nothing')).toBeVisible()
  await act(() => handOver(WINDOW, { excerpt: { ...selection, text: 'Taps' } as never }))

  expect(await screen.findByText('2 arrived, selection Taps')).toBeVisible()
})

it('reads the page in front, cut to what a question may carry', async () => {
  const text = 'Plumber '.repeat(3000)
  const { user, executeScript } = open({
    result: { title: 'Job', url: 'https://acme.example/', text },
  })

  await user.click(usePage())

  const shown = await screen.findByText(/0 arrived, page Plumber/)
  expect(shown.textContent).toContain('[Cut here: the rest did not fit.]')
  expect(shown.textContent?.length).toBeLessThan(12_050)
  expect(executeScript).toHaveBeenCalledWith({ target: { tabId: 3 }, files: ['/page-reader.js'] })
})

const refusals: [string, Parameters<typeof open>[0], RegExp][] = [
  [
    'a click on the page is needed',
    {
      result: new Error(
        'Cannot access contents of the page. Extension manifest must request permission to access the respective host.',
      ),
    },
    /Right-click the page and choose "Use this page"/,
  ],
  [
    'the browser protects the page',
    { result: new Error('Cannot access a chrome:// URL') },
    /lets no extension read this page/,
  ],
  ['the page has no text', { result: { title: 'x', url: 'x', text: ' ' } }, /has no text/],
  ['the script gives something else', { result: 'text' }, /has no text/],
  ['the user does not allow it', { isAllowed: false }, /Nothing was read/],
]

it.each(refusals)('says what helps where %s', async (_, browser, sentence) => {
  const { user } = open(browser)

  await user.click(usePage())

  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByText('0 arrived, nothing')).toBeVisible()
})

it('asks for the permission within the click', async () => {
  const { permissions } = open()

  act(() => usePage().click())

  // what comes a moment later is no click any more
  expect(permissions.asked).toEqual(['activeTab', 'scripting'])
  await waitFor(() => expect(screen.getByText('0 arrived, nothing')).toBeVisible())
})
