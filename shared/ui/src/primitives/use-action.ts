import { CallFailed } from '@shortlist/client/call-failed'
import { createContext, useContext, useState } from 'react'
import { describeFailure } from '../describe-failure.ts'

/** Something a button does at the daemon: whether it runs, and why it failed when it last did. */
export interface Action<Args extends readonly unknown[]> {
  readonly isRunning: boolean
  readonly error: string | null
  /** Resolves to whether it went well; does nothing while it runs already. */
  run(...args: Args): Promise<boolean>
}

/** Asks for the password of the account; resolves to whether it was entered. Null where nobody can. */
export const PasswordQuestion = createContext<(() => Promise<boolean>) | null>(null)

/**
 * Runs `act` once at a time, and again once the password has been entered where the daemon wants it
 * anew. `fallback` is said about a failure that has no words of its own. */
export function useAction<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  fallback: string,
): Action<Args> {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const askPassword = useContext(PasswordQuestion)

  async function run(...args: Args): Promise<boolean> {
    if (isRunning) return false
    setRunning(true)
    setError(null)
    try {
      await act(...args).catch(async (cause: unknown) => {
        const isAsked = cause instanceof CallFailed && cause.code === 'CONFIRM_NEEDED'
        if (!isAsked || !(await askPassword?.())) throw cause
        await act(...args)
      })
      return true
    } catch (cause) {
      setError(describeFailure(cause, fallback))
      return false
    } finally {
      setRunning(false)
    }
  }

  return { isRunning, error, run }
}
