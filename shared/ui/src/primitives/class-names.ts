import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

const any = () => true

/**
 * What a part may set in another way than the primitive that it is built of. All of Tailwind would
 * add 7 KB to the first screen of every host; the tests of components compare with it.
 */
const groups = {
  size: [{ size: [any] }],
  w: [{ w: [any] }],
  h: [{ h: [any] }],
  p: [{ p: [any] }],
  px: [{ px: [any] }],
  py: [{ py: [any] }],
  gap: [{ gap: [any] }],
  'gap-x': [{ 'gap-x': [any] }],
  'gap-y': [{ 'gap-y': [any] }],
  rounded: [{ rounded: ['sm', 'md', 'lg', 'full'] }],
  background: [{ bg: [any] }],
  border: [{ border: ['transparent', 'border', 'border-strong', 'accent', 'red-line'] }],
  'text-size': [{ text: ['caption', 'meta', 'ui', 'body', 'card', 'heading', 'title'] }],
  'text-side': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
  'text-colour': [{ text: [any] }],
  justify: [{ justify: [any] }],
}

const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: groups,
  conflictingClassGroups: { size: ['w', 'h'], p: ['px', 'py'], gap: ['gap-x', 'gap-y'] },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['before', 'after'],
}))

/** Joins class names; of two that set the same thing in `groups` the later one stays. */
export function cn(...names: ClassValue[]): string {
  return merge(clsx(names))
}
