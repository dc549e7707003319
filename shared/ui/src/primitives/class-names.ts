import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// without the names of our type scale `text-meta` would count as a colour and drop one
const merge = extendTailwindMerge({
  extend: { theme: { text: ['caption', 'meta', 'ui', 'body', 'card', 'heading', 'title'] } },
})

/** Joins class names; of two Tailwind classes that set the same thing the later one stays. */
export function cn(...names: ClassValue[]): string {
  return merge(clsx(names))
}
