import { copy } from '@shortlist/ui/copy'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import consent from '../../demo/demo-consent.html?raw'
import consentScript from '../../demo/demo-consent.js?raw'
import elsewhere from '../../demo/demo-elsewhere.html?raw'
import elsewhereScript from '../../demo/demo-elsewhere.js?raw'
import tour from '../../demo/run-locally.html?raw'
import tourScript from '../../demo/run-locally.js?raw'

afterEach(() => {
  document.body.innerHTML = ''
  history.replaceState(null, '', '/')
})

function show(page: string, address = '/'): void {
  history.replaceState(null, '', address)
  document.body.innerHTML = page.replace(/^[\s\S]*<body[^>]*>|<\/body>[\s\S]*$/g, '')
}

it.each([
  ['demo-consent', consent],
  ['demo-elsewhere', elsewhere],
  ['run-locally', tour],
])('%s loads and allows nothing but files beside it', (_, page) => {
  expect(page).toContain("content=\"default-src 'none'; script-src 'self'; style-src 'self';")
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
  const addresses = [...page.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].map(([, each]) => each)
  expect(addresses.length).toBeGreaterThan(4)
  for (const address of addresses) expect(address).toMatch(/^[\w-][\w./-]*$/)
})

describe('the page in place of the consent', () => {
  it('goes on to the result after 5 s', () => {
    vi.useFakeTimers()
    const replace = vi.fn()
    vi.stubGlobal('location', { replace })
    new Function(consentScript)()

    vi.advanceTimersByTime(4999)
    expect(replace).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(replace).toHaveBeenCalledExactlyOnceWith('oauth-success.html?calendar_connected=true')
  })
})

describe('the page in place of what a link leads to', () => {
  function open(address: string): void {
    show(elsewhere, address)
    new Function(elsewhereScript)()
  }

  const seen = () =>
    [...document.querySelectorAll('section')].filter(({ hidden }) => !hidden).map(({ id }) => id)

  it.each(['mail', 'draft', 'event'])('says what #%s would open', (place) => {
    open(`/demo-elsewhere.html#${place}`)

    expect(seen()).toEqual([place])
    expect(document.title).toMatch(/ opens here - Shortlist$/)
  })

  it.each(['', '#constructor', '#other', '#mail"><b>'])('says less of "%s"', (hash) => {
    open(`/demo-elsewhere.html${hash}`)

    expect(seen()).toEqual(['other'])
  })

  it('shows a draft as text and nothing else', () => {
    const body = 'Dear Ana,\n\n<img src=x onerror=alert(1)>'
    const query = new URLSearchParams({
      to: 'ana@northwind.example',
      subject: 'Re: <b>Hi</b>',
      body,
    })
    open(`/demo-elsewhere.html?${query}#draft`)

    const shown = [...document.querySelectorAll('#draft dd')].map((each) => each.textContent)
    expect(shown).toEqual(['ana@northwind.example', 'Re: <b>Hi</b>', body])
    expect(document.querySelectorAll('#draft b, #draft img')).toHaveLength(0)
  })

  it('has a line where a draft says nothing', () => {
    open('/demo-elsewhere.html#draft')

    expect(screen.getAllByText('-')).toHaveLength(3)
  })
})

describe('the way out of the demo', () => {
  beforeEach(() => {
    show(tour)
    new Function(tourScript)()
  })

  it('has the commands, ready to be copied', async () => {
    const user = userEvent.setup()
    for (const command of [copy.shell.startCommand, `${copy.shell.startCommand} --sample`]) {
      await user.click(screen.getByRole('button', { name: `Copy ${command}` }))

      expect(await navigator.clipboard.readText()).toBe(command)
      expect(screen.getByRole('status')).toHaveTextContent(`Copied: ${command}`)
    }
  })

  it('says so where the browser does not copy', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))

    await user.click(screen.getAllByRole('button')[0] as HTMLElement)

    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('The browser did not allow copying.'),
    )
  })

  it('describes each picture, and keeps room for it', () => {
    const pictures = screen.getAllByRole('img')

    expect(pictures.length).toBeGreaterThan(5)
    for (const picture of pictures) {
      expect(picture.getAttribute('alt')?.length).toBeGreaterThan(40)
      expect(Number(picture.getAttribute('width'))).toBeGreaterThan(0)
      expect(Number(picture.getAttribute('height'))).toBeGreaterThan(0)
      expect(picture).toHaveAttribute('loading', 'lazy')
    }
  })

  it('leads back to the demo', () => {
    for (const link of screen.getAllByRole('link', { name: 'Back to the demo' })) {
      expect(link).toHaveAttribute('href', './')
    }
  })
})
