/** A question or a request to the reader, folded. */
export const asks =
  /\?|\b(?:please (?:send|let|tell|share|confirm|upload|name)|bitte (?:senden|schicken|teilen)|fehlen uns|merci de|veuillez)\b/

/** The reader is asked for times, folded. */
export const asksForTimes =
  /\b(?:availability|time ?slots|slots|(?:two|three|few|some|several) (?:or three )?(?:times|dates|days)|times (?:that|which|next)|alternatives|choose a time|pick a (?:time|slot)|(?:folgenden?|mogliche) (?:termin|tag)e?|disponibilites|any time between)\b/

/** The reader is asked to solve something, folded. */
export const asksForTest =
  /\b(?:(?:here is|complete|take|solve|attached|as discussed|invited you|next step is)\b.{0,80}\b(?:exercise|take-?home|challenge|assessment|test)|coding assessment|following test|probeaufgabe|testaufgabe|programmieraufgabe|test technique)\b/
