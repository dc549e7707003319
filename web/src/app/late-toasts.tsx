import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'

const ToastArea = lazyPart(
  async () => (await import('@shortlist/ui/toasts/toast-area.tsx')).ToastArea,
)

/** The place for toasts of a page that stands outside the app, which does without where it must. */
export function LateToasts() {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <ToastArea />
      </Suspense>
    </ErrorBoundary>
  )
}
