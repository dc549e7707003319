import { useSyncExternalStore } from 'react'

const hearers = new Set<() => void>()

/** Hears that something was stored, here or in another tab, until the returned function is called. */
export function hearStored(hear: () => void): () => void {
  hearers.add(hear)
  window.addEventListener('storage', hear)
  return () => {
    hearers.delete(hear)
    window.removeEventListener('storage', hear)
  }
}

/** Tells this page, which browsers leave out, that something was stored. */
export function tellStored(): void {
  for (const hear of hearers) hear()
}

/** A setting of this browser: one of `choices`, the first of them until the user has chosen. */
export function useStoredSetting<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
) {
  const stored = useSyncExternalStore(hearStored, () => read(key))
  const value = choices.find((choice) => choice === stored) ?? choices[0]

  function choose(choice: Choice): void {
    write(key, choice)
    tellStored()
  }

  return [value, choose] as const
}

// A browser that blocks storage throws at each access; settings then last as long as the page.
const unsaved = new Map<string, string>()

function read(key: string): string | null {
  const kept = unsaved.get(key)
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    unsaved.delete(key)
  } catch {
    unsaved.set(key, value)
  }
}
