import { type KeyboardEvent as KeyEvent, useEffect, useEffectEvent } from 'react'
import { useSingleKeys } from '../settings/settings.ts'

/** What one or more keys do. */
export interface Key {
  readonly id: string
  /**
   * Any of these: a key as `KeyboardEvent.key` names it, letters small; with `mod+` (Ctrl or Command)
   * or `shift+` before it; two of them with a space between are pressed one after the other.
   */
  readonly keys: readonly string[]
  /** What they do, as the sheet of keys says it. */
  readonly words: string
  readonly group: 'Everywhere' | 'Chat' | 'Mail'
}

/** All keys of the product: what binds them and the sheet that lists them read this table. */
export const keyTable = [
  { id: 'app.today', keys: ['g t', 'g h'], words: 'Today', group: 'Everywhere' },
  { id: 'app.chats', keys: ['g c'], words: 'Chats', group: 'Everywhere' },
  { id: 'app.mail', keys: ['g m'], words: 'Mail', group: 'Everywhere' },
  { id: 'app.files', keys: ['g f'], words: 'Files', group: 'Everywhere' },
  { id: 'app.settings', keys: ['g s'], words: 'Settings', group: 'Everywhere' },
  { id: 'app.new-chat', keys: ['n', 'mod+shift+o'], words: 'New chat', group: 'Everywhere' },
  { id: 'app.undo', keys: ['u', 'mod+z'], words: 'Undo', group: 'Everywhere' },
  { id: 'app.fold', keys: ['['], words: 'Fold the sidebar', group: 'Everywhere' },
  { id: 'app.keys', keys: ['?'], words: 'This list', group: 'Everywhere' },
  { id: 'chat.write', keys: ['/'], words: 'Write a message', group: 'Chat' },
  // a reply hears it by itself, also while somebody writes
  { id: 'chat.stop', keys: ['Escape'], words: 'Stop the reply', group: 'Chat' },
  { id: 'mail.next', keys: ['j', 'ArrowDown'], words: 'Next mail', group: 'Mail' },
  { id: 'mail.previous', keys: ['k', 'ArrowUp'], words: 'Previous mail', group: 'Mail' },
  { id: 'mail.open', keys: ['Enter', 'o'], words: 'Open', group: 'Mail' },
  { id: 'mail.back', keys: ['Escape'], words: 'Back to the list', group: 'Mail' },
  { id: 'mail.done', keys: ['e'], words: 'Done', group: 'Mail' },
  { id: 'mail.snooze', keys: ['h'], words: 'Snooze', group: 'Mail' },
  { id: 'mail.view', keys: ['v'], words: 'View Gmail', group: 'Mail' },
  { id: 'mail.use-draft', keys: ['d'], words: 'Use Draft', group: 'Mail' },
  { id: 'mail.search', keys: ['/'], words: 'Search mail', group: 'Mail' },
  { id: 'mail.select', keys: ['x'], words: 'Select', group: 'Mail' },
  { id: 'mail.extend-next', keys: ['shift+j'], words: 'Select the next too', group: 'Mail' },
  {
    id: 'mail.extend-previous',
    keys: ['shift+k'],
    words: 'Select the previous too',
    group: 'Mail',
  },
  { id: 'mail.priority', keys: ['0', '1', '2', '3'], words: 'Priority', group: 'Mail' },
  { id: 'mail.category', keys: ['f'], words: 'Category', group: 'Mail' },
  { id: 'mail.sync', keys: ['s'], words: 'Sync & Analyze Emails', group: 'Mail' },
] as const satisfies readonly Key[]

/** Held down they go on and on; nobody means to be done with a whole list. */
const repeated = /^mail\.(next|previous|extend)/

/** The one combination that is no business of a field itself. */
const forFields = 'app.new-chat'

export type KeyId = (typeof keyTable)[number]['id']

const rows: readonly (Key & { readonly id: KeyId })[] = keyTable

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

const signs: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: 'Shift',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
}

/** A key of the table as it is printed, press by press: "g t" is G and T, "mod+z" is Ctrl+Z. */
export function pressesOf(key: string): readonly string[] {
  const sign = (part: string) => signs[part] ?? (part.length > 1 ? part : part.toUpperCase())
  return key.split(' ').map((press) => press.split('+').map(sign).join('+'))
}

/** The first of the keys of a row, for a tooltip. */
export function printKeys(id: KeyId): string {
  const row = rows.find((each) => each.id === id)
  return pressesOf(row?.keys[0] ?? '').join(' ')
}

/** What to do, with the key that was pressed as the table writes it. */
type Handlers = { readonly [Id in KeyId]?: ((key: string) => void) | undefined }

/** What is bound at present; what was bound last is asked first. */
const bound: ((press: Press) => boolean)[] = []

/**
 * Binds keys of the table while the component is there. Nothing happens in fields and below open
 * layers, nor for what a focused control has taken itself. Without "Single-key shortcuts" only
 * combinations with `mod+` do something.
 */
export function useKeys(handlers: Handlers, { isEnabled = true } = {}): void {
  const [hasSingleKeys] = useSingleKeys()

  const take = useEffectEvent(({ key, isRepeated, isInField }: Press): boolean => {
    const row = rows.find(({ id, keys }) => handlers[id] && keys.includes(key))
    const isCombination = key.startsWith('mod+')
    if (!row || !(isCombination || hasSingleKeys)) return false
    if (isInField && !(isCombination && row.id === forFields)) return false
    if (!isRepeated || repeated.test(row.id)) handlers[row.id]?.(key)
    return true
  })

  useEffect(() => {
    if (!isEnabled) return
    const ask = (press: Press) => take(press)
    // a listener that is there already is not added again
    document.addEventListener('keydown', hear)
    bound.unshift(ask)
    return () => void bound.splice(bound.indexOf(ask), 1)
  }, [isEnabled])
}

/** A press of a key by its name in the table. */
interface Press {
  readonly key: string
  readonly isRepeated: boolean
  readonly isInField: boolean
}

/** How long the second of two keys is waited for, in milliseconds. */
const SEQUENCE_WAIT = 1500

/** The key that was pressed last, and when, by the clock of the events. */
let last = { key: '', at: 0 }

function hear(event: KeyboardEvent): void {
  const name = nameOf(event)
  if (!name) return
  const before = event.timeStamp - last.at < SEQUENCE_WAIT ? last.key : ''
  last = { key: name, at: event.timeStamp }
  if (event.defaultPrevented || isLayerOpen()) return
  const isInField = isField(event.target)
  // "g h" leads to Today; that h is not the one that snoozes a mail
  const sequence = `${before} ${name}`
  const isSequence = rows.some(({ keys }) => keys.includes(sequence))
  // on a link or a button Enter is its own
  if (name === 'Enter' && isPressedByEnter(event.target)) return
  const press = { key: isSequence ? sequence : name, isRepeated: event.repeat, isInField }
  if (bound.some((take) => take(press))) event.preventDefault()
}

/** The name of a key in the table; empty for modifiers by themselves and combinations with Alt. */
function nameOf(event: KeyboardEvent): string {
  const { key, code, shiftKey } = event
  // browsers that fill in a form tell of keys that nobody pressed, without a name
  if (!key || ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key)) return ''
  // AltGr, which Windows reports as Ctrl with Alt, is how some keyboards write "["
  const isWritten = event.getModifierState('AltGraph')
  if (event.altKey && !isWritten) return ''
  // a keyboard of another script still has its letters at the places of the Latin ones
  const plain = key.length > 1 || /^[!-~]$/.test(key) ? key : code.replace(/^(Key|Digit)/, '')
  const isLetter = /^[a-z]$/i.test(plain)
  const hasMod = !isWritten && (event.ctrlKey || event.metaKey)
  // which signs need Shift is the keyboard's affair
  const hasShift = shiftKey && (isLetter || plain.length > 1)
  return `${hasMod ? 'mod+' : ''}${hasShift ? 'shift+' : ''}${isLetter ? plain.toLowerCase() : plain}`
}

/**
 * Where Tab leads to one of several controls alone, arrows, Home and End lead to the others; `also`
 * names arrows beside left and right.
 */
export function moveFocus(
  event: KeyEvent<HTMLElement>,
  controls: readonly HTMLElement[],
  also: Readonly<Record<string, 1 | -1>> = {},
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const at = controls.indexOf(document.activeElement as HTMLElement)
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ...also }
  const ends: Readonly<Record<string, number>> = { Home: 0, End: controls.length - 1 }
  const step = steps[event.key]
  const goal = step === undefined ? ends[event.key] : at + step
  if (goal === undefined) return
  event.preventDefault()
  controls.at(goal % controls.length)?.focus()
}

/** Keys are for what lies on top. */
function isLayerOpen(): boolean {
  const layers = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox][data-state=open]'
  return document.querySelector(layers) !== null
}

function isField(place: EventTarget | null): boolean {
  const fields = 'input:not([type=checkbox]),textarea,select,[contenteditable]'
  return place instanceof Element && place.closest(fields) !== null
}

function isPressedByEnter(place: EventTarget | null): boolean {
  return place instanceof Element && place.closest('a,button,summary') !== null
}
