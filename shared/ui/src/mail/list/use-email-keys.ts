import { useRef } from 'react'
import { useKeys } from '../../shell/keys.ts'
import { priorities } from '../mail-looks.tsx'
import type { MailPages } from './mail-list.tsx'
import type { Place } from './mail-row.tsx'
import type { FilterLinks } from './use-email-filter.ts'

interface PageKeys {
  readonly isEnabled: boolean
  readonly change: FilterLinks['change']
}

/** The keys of the mail screen that do the same for rows and for cards. */
export function usePageKeys({ isEnabled, change }: PageKeys): void {
  useKeys(
    {
      'mail.priority': (key) => change({ priority: priorities[Number(key) - 1] ?? 'all' }),
      'mail.category': () => pressControl(document, 'f'),
    },
    { isEnabled },
  )
}

/** The key of the sync, which is there before any mail is. */
export function useSyncKey(isEnabled: boolean): void {
  useKeys({ 'mail.sync': () => pressControl(document, 's') }, { isEnabled })
}

interface CardKeys extends PageKeys {
  /** The mails that are known, by their places. */
  readonly rows: MailPages['rows']
  /** Brings a card to sight and gives it the focus. */
  readonly onMove: (place: Place) => void
  readonly onDone: (place: Place) => void
}

/** The keys where mails are cards, which the focus walks through. */
export function useCardKeys({ isEnabled, rows, onMove, onDone, change }: CardKeys): void {
  const last = useRef<string>(undefined)
  const places = [...rows].map(([index, { id }]) => ({ id, index }))
  const placeOf = (emailId = currentCard()?.dataset.email) =>
    places.find(({ id }) => id === emailId)

  function move(step: 1 | -1): void {
    const from = placeOf() ?? placeOf(last.current)
    const to = from
      ? places.find(({ index }) => index === from.index + step)
      : (placeOf(firstInSight()) ?? places[0])
    if (!to) return
    last.current = to.id
    onMove(to)
  }

  usePageKeys({ isEnabled, change })
  useKeys(
    {
      'mail.next': () => move(1),
      'mail.previous': () => move(-1),
      'mail.open': () => pressControl(currentCard(), 'o'),
      'mail.view': () => pressControl(currentCard(), 'v'),
      'mail.use-draft': () => pressControl(currentCard(), 'd'),
      'mail.done': () => {
        const place = placeOf()
        if (place) onDone(place)
      },
    },
    { isEnabled },
  )
}

function currentCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-email]') ?? null
}

/** The email whose card is the first that is not above the visible part of the page. */
function firstInSight(): string | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-email]')]
  return cards.find((each) => each.getBoundingClientRect().top >= 0)?.dataset.email
}

/** Presses the first of the controls for a key that can be seen, which then takes the focus. */
export function pressControl(place: ParentNode | null, key: string): void {
  for (const control of place?.querySelectorAll<HTMLElement>(`[data-key="${key}"]`) ?? []) {
    control.focus()
    if (document.activeElement !== control) continue
    control.click()
    return
  }
}
