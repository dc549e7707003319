import { createContext, useContext } from 'react'

/**
 * What a provider gives to all below it: a context, and the hook that reads it, which throws where
 * there is no such `provider` above.
 */
export function neededContext<Value extends object>(provider: string) {
  const Context = createContext<Value | null>(null)

  function useNeeded(): Value {
    const value = useContext(Context)
    if (!value) throw new Error(`This needs a ${provider} above it`)
    return value
  }

  return [Context, useNeeded] as const
}
