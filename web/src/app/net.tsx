import { Crash } from '@shortlist/ui/crash.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { LateToasts } from './late-toasts.tsx'

/** Says so where the app did not get as far as to its own frame. */
export function Net({ children }: { readonly children: ReactNode }) {
  useTheme()
  return (
    <ErrorBoundary
      fallbackRender={(crash) => (
        <main className="flex min-h-dvh flex-col">
          <Crash {...crash} place="start" />
          <LateToasts />
        </main>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
