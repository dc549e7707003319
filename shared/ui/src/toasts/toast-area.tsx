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

export interface ToastOptions {
  /** A toast with the id of one that is shown replaces it. */
  readonly id?: string
  /** Milliseconds until it goes; 5000 where it is left out. */
  readonly duration?: number
  /** The id of a toast that this one makes out of date. */
  readonly replaces?: string
}

/** Shows a toast, or changes the one with the same id and starts its time again. */
export function showToast(kind: 'error' | 'success', text: string, options: ToastOptions): void {
  const { id, duration: autoClose = 5000, replaces } = options
  if (replaces) toast.dismiss(replaces)
  if (id && toast.isActive(id)) {
    toast.update(id, { render: text, type: kind, autoClose })
    return
  }
  toast[kind](text, { autoClose, ...(id ? { toastId: id } : {}) })
}
