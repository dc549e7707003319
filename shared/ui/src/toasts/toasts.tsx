import { Suspense } from 'react'
import { lazyPart } from '../primitives/lazy-part.ts'

const ToastArea = lazyPart(async () => (await import('./toast-area.tsx')).ToastArea)

/** The place for toasts, which is loaded after the page. */
export function Toasts() {
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  )
}
