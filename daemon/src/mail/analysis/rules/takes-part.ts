const words =
  /\b(?:your (?:ticket|spot|seat|place|registration) (?:is|for|has)|your spot|you(?:'re| are) (?:going|registered|in)|thank you for registering|you registered|registered as|order confirmation|is booked|your proposal|angemeldet|eintrittskarte|inscription\b.{0,60}\bconfirmee)\b/

/** Whether a folded text says that the reader takes part in something. */
export function takesPart(folded: string): boolean {
  return words.test(folded)
}
