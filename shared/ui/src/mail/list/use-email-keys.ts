import { useRef } from 'react'
import { useKeys } from '../../shell/keys.ts'
import { priorities } from '../mail-looks.tsx'
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
  /** The emails that are shown, in their order. */
  readonly emails: readonly { readonly id: string }[]
  /** Brings a card to sight and gives it the focus. */
  readonly onMove: (emailId: string) => void
  readonly onDone: (emailId: string) => void
}

/** The keys where mails are cards, which the focus walks through. */
export function useCardKeys({ isEnabled, emails, onMove, onDone, change }: CardKeys): void {
  const last = useRef<string>(undefined)

  function move(step: 1 | -1): void {
    const from = currentCard()?.dataset.email ?? last.current
    const at = emails.findIndex(({ id }) => id === from)
    const next = at === -1 ? firstInSight(emails) : emails[at + step]
    if (!next) return
    last.current = next.id
    onMove(next.id)
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
        const id = currentCard()?.dataset.email
        if (id) onDone(id)
      },
    },
    { isEnabled },
  )
}

function currentCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-email]') ?? null
}

/** The first email whose card is not above the visible part of the page. */
function firstInSight<Mail extends { readonly id: string }>(
  emails: readonly Mail[],
): Mail | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-email]')]
  const card = cards.find((each) => each.getBoundingClientRect().top >= 0)
  return emails.find(({ id }) => id === card?.dataset.email) ?? emails[0]
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
