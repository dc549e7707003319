import { Suspense } from 'react'
import { lazyOr } from '../primitives/lazy-part.ts'

const ToastArea = lazyOr(
  async () => (await import('./toast-area.tsx')).ToastArea,
  () => null,
)

/** The place for toasts, which is loaded after the page; a page does without where that fails. */
export function Toasts() {
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  )
}
