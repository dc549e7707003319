import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import './toasts.css'

const transition = cssTransition({ enter: 'toast-enter', exit: 'toast-exit' })

/** The one place where toasts appear (specification, section 9). */
export function ToastArea() {
  return (
    <ToastContainer
      position="top-center"
      autoClose={5000}
      draggable
      draggablePercent={60}
      pauseOnHover
      // a side panel seldom has the focus, and what it says would stay for good
      pauseOnFocusLoss={false}
      newestOnTop
      hideProgressBar
      limit={3}
      transition={transition}
    />
  )
}

interface Shown {
  readonly id?: string
  readonly duration?: number
  readonly replaces?: string
}

/** Shows a toast, or changes the one with the same id and starts its time again. */
export function showToast(kind: 'error' | 'success', text: string, options: Shown): void {
  const { id, duration, replaces } = options
  if (replaces) toast.dismiss(replaces)
  const autoClose = duration ?? 5000
  if (id && toast.isActive(id)) {
    toast.update(id, { render: text, type: kind, autoClose })
    return
  }
  toast[kind](text, { autoClose, ...(id ? { toastId: id } : {}) })
}
