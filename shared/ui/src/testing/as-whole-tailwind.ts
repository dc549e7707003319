import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'
import type { cn } from '../primitives/class-names.ts'

// without the names of our type scale `text-meta` would count as a colour and drop one
const mergeAll = extendTailwindMerge({
  extend: { theme: { text: ['caption', 'meta', 'ui', 'body', 'card', 'heading', 'title'] } },
})

/** As `cn`; throws where one that knows all of Tailwind would join the names in another way. */
export function asWholeTailwind(join: typeof cn): typeof cn {
  return (...names: ClassValue[]) => {
    const joined = join(...names)
    const wanted = mergeAll(clsx(names))
    if (joined === wanted) return joined
    throw new Error(`cn() must know more of Tailwind: it gives ${joined}, and not ${wanted}`)
  }
}
