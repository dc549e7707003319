import { fireEvent, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type KeyId, keyTable, useKeys } from './keys.ts'

function Bound({ ids, isEnabled, heard }: BoundProps) {
  const handlers = Object.fromEntries(ids.map((id) => [id, (key: string) => heard(id, key)]))
  useKeys(handlers, { isEnabled })
  return null
}

interface BoundProps {
  readonly ids: readonly KeyId[]
  readonly isEnabled?: boolean
  readonly heard: (id: string, key: string) => void
}

/** Binds keys beside a few elements and tells what was heard. */
function bind(...ids: KeyId[]) {
  const heard = vi.fn()
  const { container } = render(
    <>
      <Bound ids={ids} heard={heard} />
      <button type="button">Button</button>
      <textarea />
      <input type="checkbox" />
    </>,
  )
  const find = (name: string) => container.querySelector(name) ?? document.body
  return { heard, find, ids: () => heard.mock.calls.map(([id]) => id) }
}

function press(key: string, init: KeyboardEventInit = {}, on: Element = document.body): boolean {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : ''
  return !fireEvent.keyDown(on, { key, code, ...init })
}

it('gives every key one meaning on a screen', () => {
  for (const group of ['Mail', 'Chat']) {
    const keys = keyTable
      .filter((row) => row.group === group || row.group === 'Everywhere')
      .flatMap((row) => row.keys)
    expect(keys).toEqual([...new Set(keys)])
  }
})

it('binds keys by their ids and keeps them from the browser', () => {
  const { heard } = bind('mail.next', 'mail.priority', 'app.keys')

  expect(press('j')).toBe(true)
  expect(press('ArrowDown')).toBe(true)
  expect(press('2')).toBe(true)
  expect(press('?', { shiftKey: true })).toBe(true)
  expect(press('e')).toBe(false)

  expect(heard.mock.calls).toEqual([
    ['mail.next', 'j'],
    ['mail.next', 'ArrowDown'],
    ['mail.priority', '2'],
    ['app.keys', '?'],
  ])
})

it('takes the second key of two for nothing else', () => {
  const { ids } = bind('app.today', 'mail.snooze', 'mail.category', 'app.files')

  press('g')
  press('h')
  press('h')
  press('g')
  press('f')

  expect(ids()).toEqual(['app.today', 'mail.snooze', 'app.files'])
})

it('tells Shift, Ctrl, Command and Alt apart', () => {
  const { heard } = bind('mail.next', 'mail.extend-next', 'app.undo', 'app.new-chat')

  press('J', { shiftKey: true })
  press('j', { altKey: true })
  press('j', { ctrlKey: true })
  press('z', { metaKey: true })
  press('O', { ctrlKey: true, shiftKey: true })

  expect(heard.mock.calls).toEqual([
    ['mail.extend-next', 'shift+j'],
    ['app.undo', 'mod+z'],
    ['app.new-chat', 'mod+shift+o'],
  ])
})

it('knows letters by their places on a keyboard of another script', () => {
  const { ids } = bind('mail.next')

  press('о', { code: 'KeyJ' })

  expect(ids()).toEqual(['mail.next'])
})

it('repeats only what a held key is meant to repeat', () => {
  const { ids } = bind('mail.next', 'mail.done')

  press('j', { repeat: true })
  press('e', { repeat: true })
  press('e')

  expect(ids()).toEqual(['mail.next', 'mail.done'])
})

it('leaves fields their letters, and Enter to what has the focus', () => {
  const { find, ids } = bind('app.new-chat', 'mail.open', 'app.undo')

  press('n', {}, find('textarea'))
  press('z', { ctrlKey: true }, find('textarea'))
  press('Enter', {}, find('button'))
  expect(ids()).toEqual([])
  press('O', { ctrlKey: true, shiftKey: true }, find('textarea'))
  press('Enter')
  press('o', {}, find('input'))
  fireEvent(document, new Event('keydown'))

  expect(ids()).toEqual(['app.new-chat', 'mail.open', 'mail.open'])
})

it.each(['dialog', 'alertdialog', 'menu'])('does nothing below an open %s', (role) => {
  const { ids } = bind('mail.next', 'app.today')
  const layer = document.createElement('div')
  layer.setAttribute('role', role)
  document.body.append(layer)

  press('j')
  press('g')
  press('t')

  expect(ids()).toEqual([])
})

it('does nothing that a control has done already', () => {
  const { ids, find } = bind('mail.next')
  find('button').addEventListener('keydown', (event) => event.preventDefault())

  press('ArrowDown', {}, find('button'))

  expect(ids()).toEqual([])
})

it('keeps the combinations where single keys are switched off', () => {
  localStorage.setItem('shortlist.single-keys', 'off')
  const { heard } = bind('app.new-chat', 'mail.next', 'app.today')

  press('n')
  press('j')
  press('g')
  press('t')
  press('O', { ctrlKey: true, shiftKey: true })

  expect(heard.mock.calls).toEqual([['app.new-chat', 'mod+shift+o']])
})

it('asks what was bound last first, and nobody who is switched off', () => {
  const [first, second, off] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <>
      <Bound ids={['chat.write']} heard={first} />
      <Bound ids={['mail.search']} heard={second} />
      <Bound ids={['mail.search']} isEnabled={false} heard={off} />
    </>,
  )

  press('/')

  expect([first, second, off].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
})
