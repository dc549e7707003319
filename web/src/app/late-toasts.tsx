import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { Suspense } from 'react'

const ToastArea = lazyPart(
  async () => (await import('@shortlist/ui/toasts/toast-area.tsx')).ToastArea,
)

/** The place for toasts of a page that stands outside the app. */
export function LateToasts() {
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  )
}
