import type { Excerpt } from '@shortlist/contracts/chat'

const count = new Intl.NumberFormat('en')

/** Every text about what goes with a question: something from a web page, or an image. */
export const attachmentCopy = {
  label: ({ kind }: Excerpt, name: string) =>
    kind === 'page' ? `Page ${name}` : `Selection from ${name}`,
  size: (characters: number, tokens: number) =>
    `${count.format(characters)} characters, ~${count.format(tokens)} tokens`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  showAll: 'Show all',
  showLess: 'Show less',
  whole: 'Whole text',
  imageFailed: 'The image could not be loaded.',
} as const
