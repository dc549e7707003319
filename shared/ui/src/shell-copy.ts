/** Texts of the frame around all screens that the specification does not name. */
export const shellCopy = {
  undo: 'Undo',
  undoFailed: (text: string) => `This could not be undone: ${text}`,
} as const
