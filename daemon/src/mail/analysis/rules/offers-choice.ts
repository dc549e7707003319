const words =
  /\b(?:one of the following|one of these|either|or alternatively|which of|(?:einen?|eines) der folgenden|(?:einen?|eines) dieser|entweder|l'un des (?:creneaux|horaires)|au choix|does .{1,60} or .{1,60} work)\b/

/** Whether a folded text leaves a choice of times to its reader. */
export function offersChoice(folded: string): boolean {
  return words.test(folded)
}
