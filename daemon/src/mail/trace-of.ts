import { AppError } from '../errors.ts'

/**
 * A failure as the log may have it: its code where it was foreseen, else its name and where it
 * happened. Never its message, in which an email may be quoted.
 */
export function traceOf(failure: unknown): { readonly code: string; readonly at?: string[] } {
  if (failure instanceof AppError) return { code: failure.code }
  if (!(failure instanceof Error)) return { code: 'INTERNAL' }
  const frames = failure.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return { code: failure.name, at: frames.map((line) => line.trim()) }
}
