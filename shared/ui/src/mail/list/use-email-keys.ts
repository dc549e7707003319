import type { Email } from '@shortlist/contracts/mail'
import { useRef } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { priorities } from '../mail-looks.tsx'
import type { EmailFilter } from './use-email-filter.ts'

interface EmailKeys {
  /** Whether single keys do anything; the user can switch them off. */
  readonly isEnabled: boolean
  /** The emails that are shown, in their order. */
  readonly emails: readonly Email[]
  /** Brings a card to sight and gives it the focus. */
  readonly onMove: (emailId: string) => void
  readonly onPriority: (priority: EmailFilter['priority']) => void
}

const cardKeys = ['o', 'v', 'u']
const pageKeys = ['f', '/']
const priorityByKey = new Map<string, EmailFilter['priority']>([
  ['0', 'all'],
  ...priorities.map((priority, at) => [String(at + 1), priority] as const),
])
const priorityKeys = [...priorityByKey.keys()]

/**
 * The keys of the mail screen: j and k walk through the cards, o or Enter opens the reply, v and u
 * follow the links of a card, 0 to 3 choose a priority, f and / go to the categories.
 * Controls are found by their `data-key`. Nothing happens in fields and below open layers.
 */
export function useEmailKeys({ isEnabled, emails, onMove, onPriority }: EmailKeys): void {
  const last = useRef<string>(undefined)
  const options = optionsOf(isEnabled)

  function move(step: 1 | -1): void {
    const from = currentCard()?.dataset.email ?? last.current
    const at = emails.findIndex(({ id }) => id === from)
    const next = at === -1 ? firstInSight(emails) : emails[at + step]
    if (!next) return
    last.current = next.id
    onMove(next.id)
  }

  useHotkeys('j', () => move(1), options)
  useHotkeys('k', () => move(-1), options)
  useHotkeys('enter', () => press(currentCard(), 'o'), {
    ...options,
    // on a button or a link Enter is its own
    ignoreEventWhen: () => isLayerOpen() || document.activeElement !== currentCard(),
  })
  useHotkeys(cardKeys, ({ key }) => press(currentCard(), key), options)
  useHotkeys(pageKeys, ({ key }) => press(document, key === '/' ? 'f' : key), options)
  useHotkeys(priorityKeys, ({ key }) => onPriority(priorityByKey.get(key) ?? 'all'), options)
}

/** The key of the sync, which is there before any mail is. */
export function useSyncKey(isEnabled: boolean): void {
  useHotkeys('s', () => press(document, 's'), optionsOf(isEnabled))
}

function optionsOf(isEnabled: boolean) {
  return { enabled: isEnabled, useKey: true, preventDefault: true, ignoreEventWhen: isLayerOpen }
}

function currentCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-email]') ?? null
}

/** The first email whose card is not above the visible part of the page. */
function firstInSight(emails: readonly Email[]): Email | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-email]')]
  const card = cards.find((each) => each.getBoundingClientRect().top >= 0)
  return emails.find(({ id }) => id === card?.dataset.email) ?? emails[0]
}

/** Presses the first of the controls for a key that can be seen, which then takes the focus. */
function press(place: ParentNode | null, key: string): void {
  for (const control of place?.querySelectorAll<HTMLElement>(`[data-key="${key}"]`) ?? []) {
    control.focus()
    if (document.activeElement !== control) continue
    control.click()
    return
  }
}

/** Keys are for what lies on top. */
function isLayerOpen(): boolean {
  return document.querySelector('[role=dialog],[role=alertdialog],[role=listbox]') !== null
}
