import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { watchAccess } from '../host/permissions.ts'

/** What the browser allows the extension at present. */
export interface Allowed {
  readonly permissions: readonly string[]
  readonly origins: readonly string[]
}

/** The permissions of the extension, null until they are read, and followed while mounted. */
export function useAllowed(): Allowed | null {
  const [allowed, setAllowed] = useState<Allowed | null>(null)
  useEffect(() => {
    const read = () => void readAllowed().then(setAllowed)
    read()
    return watchAccess(read)
  }, [])
  return allowed
}

/** Asks the browser what it allows the extension. */
export async function readAllowed(): Promise<Allowed> {
  const { permissions = [], origins = [] } = await browser.permissions.getAll()
  return { permissions, origins }
}
