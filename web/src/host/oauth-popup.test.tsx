import type { PopupMessage } from '@shortlist/ui/calendar/popup'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import page from '../../public/oauth-success.html?raw'
import script from '../../public/oauth-success.js?raw'
import { OAUTH_CHANNEL, oauthPopup } from './oauth-popup.ts'

const success = { type: 'GOOGLE_CALENDAR_OAUTH_SUCCESS', success: true }
const failure = { type: 'GOOGLE_CALENDAR_OAUTH_ERROR', success: false }

describe('the popup of the browser', () => {
  const heard: PopupMessage[] = []
  let stop: () => void

  beforeEach(() => {
    heard.length = 0
    stop = oauthPopup.hear((message) => heard.push(message))
  })

  afterEach(() => stop())

  function post(origin: string, data: unknown): void {
    window.dispatchEvent(new MessageEvent('message', { origin, data }))
  }

  it('is opened by the name and in the size of the specification', () => {
    const focus = vi.fn()
    const open = vi.spyOn(window, 'open').mockReturnValue({ closed: false, focus } as never)

    const popup = oauthPopup.open('https://accounts.example/consent')

    expect(open).toHaveBeenCalledWith(
      'https://accounts.example/consent',
      'google-oauth',
      'popup,width=500,height=600',
    )
    expect(popup?.isClosed()).toBe(false)
    popup?.focus()
    expect(focus).toHaveBeenCalledOnce()
  })

  it('is nothing where the browser allows none', () => {
    vi.spyOn(window, 'open').mockReturnValue(null)

    expect(oauthPopup.open('https://accounts.example/consent')).toBeNull()
  })

  it('is heard from its own origin, and from no other', () => {
    post('https://evil.example', success)
    post('null', success)
    expect(heard).toEqual([])

    post(location.origin, success)
    post(location.origin, { ...failure, error: 'User ID missing' })
    expect(heard).toEqual([
      { type: success.type },
      { type: failure.type, error: 'User ID missing' },
    ])
  })

  it('does not take other messages for its own', () => {
    for (const data of [null, 'GOOGLE_CALENDAR_OAUTH_SUCCESS', {}, { type: 'webpackOk' }]) {
      post(location.origin, data)
    }

    expect(heard).toEqual([])
  })

  it('is heard over the channel, where the tie to the opener is cut', async () => {
    const channel = new BroadcastChannel(OAUTH_CHANNEL)
    channel.postMessage(success)

    await waitFor(() => expect(heard).toEqual([{ type: success.type }]))
    channel.close()
  })
})

describe('the result page', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    document.body.innerHTML = page.replace(/^[\s\S]*<body>|<\/body>[\s\S]*$/g, '')
  })

  afterEach(() => {
    document.body.innerHTML = ''
    history.replaceState(null, '', '/')
  })

  function run(query: string) {
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    const opener = { postMessage: vi.fn() }
    const channel = { postMessage: vi.fn() }
    const names: string[] = []
    vi.stubGlobal('opener', opener)
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor(name: string) {
          names.push(name)
        }
        postMessage = channel.postMessage
      },
    )
    history.replaceState(null, '', `/oauth-success.html${query}`)
    new Function(script)()
    return { close, opener, channel, names, outcome: document.getElementById('outcome') }
  }

  it('holds no script of its own, so that it runs under the content security policy', () => {
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })

  it('tells its opener of a success, and closes after 1.5 s', () => {
    const { opener, channel, names, close, outcome } = run('?calendar_connected=true')

    expect(opener.postMessage).toHaveBeenCalledExactlyOnceWith(success, location.origin)
    expect(channel.postMessage).toHaveBeenCalledExactlyOnceWith(success)
    expect(names).toEqual([OAUTH_CHANNEL])
    expect(outcome).toHaveTextContent('Google Calendar Connected')
    vi.advanceTimersByTime(1499)
    expect(close).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(close).toHaveBeenCalledOnce()
  })

  it.each([
    ['?error=no_code', 'Authorization code not received'],
    ['?error=no_user_id', 'User ID missing'],
    ['?error=oauth_failed', 'OAuth authentication failed'],
    ['?error=constructor', 'Unknown error occurred'],
    ['?error=<img src=x onerror=alert(1)>', 'Unknown error occurred'],
    ['?calendar_connected=true&error=oauth_failed', 'OAuth authentication failed'],
    ['', 'Unknown error occurred'],
  ])('says of %s what is wrong, and closes after 3 s', (query, error) => {
    const { opener, close, outcome } = run(query)

    expect(opener.postMessage).toHaveBeenCalledWith({ ...failure, error }, location.origin)
    expect(outcome).toHaveTextContent(error)
    vi.advanceTimersByTime(2999)
    expect(close).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(close).toHaveBeenCalledOnce()
  })
})
