/** What the menu of a right click offers; the panel speaks of it too. */
export const menuNames = {
  selection: 'Ask about selection',
  page: 'Use this page',
  assistant: 'Open assistant',
} as const
