import { vi } from 'vitest'
import type { Browser } from 'wxt/browser'
import { fakeBrowser } from 'wxt/testing/fake-browser'

interface Wanted {
  readonly origins?: readonly string[]
  readonly permissions?: readonly string[]
}

export interface FakePermissions {
  /** Patterns and names that are given; a test may look. */
  readonly given: Set<string>
  /** What the browser was told to ask for, oldest first. */
  readonly asked: string[]
  /** What the user says when asked; yes at first. */
  consent: boolean
  give(pattern: string): void
  takeBack(pattern: string): void
}

/** Permissions in memory for one test, in place of the ones that the fake browser lacks. */
export function fakePermissions(...patterns: readonly string[]): FakePermissions {
  const { permissions } = fakeBrowser
  const added = listeners()
  const removed = listeners()
  const fake: FakePermissions = {
    given: new Set(patterns),
    asked: [],
    consent: true,
    give(pattern) {
      fake.given.add(pattern)
      added.tell()
    },
    takeBack(pattern) {
      fake.given.delete(pattern)
      removed.tell()
    },
  }
  const holds = (wanted: Wanted) => named(wanted).every((one) => fake.given.has(one))

  vi.spyOn(permissions, 'contains').mockImplementation(async (wanted: Wanted) => holds(wanted))
  vi.spyOn(permissions, 'request').mockImplementation(async (wanted: Wanted) => {
    fake.asked.push(...named(wanted))
    if (fake.consent && !holds(wanted)) for (const one of named(wanted)) fake.give(one)
    return fake.consent
  })
  vi.spyOn(permissions, 'remove').mockImplementation(async (wanted: Wanted) => {
    for (const one of named(wanted)) fake.takeBack(one)
    return true
  })
  vi.spyOn(permissions, 'getAll').mockImplementation(async () => {
    const all = [...fake.given]
    return {
      origins: all.filter((one) => one.includes('://')),
      permissions: all.filter((one): one is Name => !one.includes('://')),
    }
  })
  vi.spyOn(permissions.onAdded, 'addListener').mockImplementation(added.add)
  vi.spyOn(permissions.onAdded, 'removeListener').mockImplementation(added.remove)
  vi.spyOn(permissions.onRemoved, 'addListener').mockImplementation(removed.add)
  vi.spyOn(permissions.onRemoved, 'removeListener').mockImplementation(removed.remove)
  return fake
}

type Name = Browser.runtime.ManifestPermission

function named({ origins = [], permissions = [] }: Wanted): readonly string[] {
  return [...origins, ...permissions]
}

function listeners() {
  const all = new Set<() => void>()
  return {
    add: (hear: unknown) => void all.add(hear as () => void),
    remove: (hear: unknown) => void all.delete(hear as () => void),
    tell: () => {
      for (const hear of all) hear()
    },
  }
}
