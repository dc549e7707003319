import { Toasts } from '@shortlist/ui/toasts/toasts.tsx'
import { ErrorBoundary } from 'react-error-boundary'

/** The place for toasts of a page that stands outside the app, which does without where it must. */
export function LateToasts() {
  return (
    <ErrorBoundary fallback={null}>
      <Toasts />
    </ErrorBoundary>
  )
}
