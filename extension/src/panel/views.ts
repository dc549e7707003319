import { panelCopy } from './panel-copy.ts'

/** The two sides of the assistant. */
export const views = [
  { value: 'chat', label: panelCopy.chatView },
  { value: 'mail', label: panelCopy.mailView },
] as const
