import { useSyncExternalStore } from 'react'
import { hearStored, tellStored } from '../../settings/stored-setting.ts'

const storageKey = 'shortlist.done-actions'

/** More are not remembered; the oldest go first. */
const maxRemembered = 2000

let placeOf = () => localStorage

/** Where ticks are remembered; a host of mails that nobody has names a place that ends with it. */
export function keepDoneActionsIn(place: () => Storage): void {
  placeOf = place
}

let read: { readonly text: string | null; readonly done: ReadonlySet<string> } | undefined
/** What a browser that blocks storage lets us remember: as long as the page lives. */
let unsaved: string | null = null

/**
 * Which action items of an email are ticked off in this browser, and how to tick one. No words of a
 * mail are stored, only a short hash of each item.
 */
export function useDoneActions(emailId: string) {
  const done = useSyncExternalStore(hearStored, doneActions)

  function setDone(item: string, isDone: boolean): void {
    const next = new Set(done)
    next.delete(keyOf(emailId, item))
    if (isDone) next.add(keyOf(emailId, item))
    save([...next].slice(-maxRemembered))
    tellStored()
  }

  return { isDone: (item: string) => done.has(keyOf(emailId, item)), setDone }
}

/** The same set as long as what is stored is the same. */
function doneActions(): ReadonlySet<string> {
  const text = load()
  if (read?.text !== text || !read) read = { text, done: new Set(parse(text)) }
  return read.done
}

function load(): string | null {
  try {
    return placeOf().getItem(storageKey) ?? unsaved
  } catch {
    return unsaved
  }
}

function save(done: readonly string[]): void {
  const text = JSON.stringify(done)
  try {
    placeOf().setItem(storageKey, text)
  } catch {
    unsaved = text
  }
}

function parse(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** FNV-1a over UTF-16 units, 32 bits: enough to tell the ten items of one mail apart. */
function keyOf(emailId: string, item: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < item.length; at++) {
    hash = Math.imul(hash ^ item.charCodeAt(at), 0x01000193)
  }
  return `${emailId} ${(hash >>> 0).toString(36)}`
}
