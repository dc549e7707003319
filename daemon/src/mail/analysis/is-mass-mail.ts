import type { ReadMessage } from '../ports.ts'
import { foldText } from './rules/fold-text.ts'
import { isFromHiringSystem, isFromScheduler, isFromSigningService } from './rules/senders.ts'

/** What is read of a mail, in characters. */
const READ_CHARACTERS = 12_000

/** What mails to many say about themselves; the law asks most of them for it. */
const ofList =
  /\b(?:unsubscribe|opt[- ]out|manage (?:your )?(?:e-?mail )?preferences|(?:change|stop|pause|edit) (?:or \w+ )?(?:this|these|your|job)? ?alerts?|view (?:it |this (?:e-?mail )?)?in (?:your )?browser|newsletter|subscribers?|because you (?:subscribed|signed up|joined)|abmelden|abbestellen|austragen|se desabonner|desinscri\w+)\b/

/** A mail about something of the reader's own, not about the topic. */
const ofReader =
  /\byour (?:\w+ ){0,2}(?:application|candidacy|interview|conversation|assessment|offer)\b|\b(?:you|you've|you have) (?:recently )?applied\b|\b(?:ihre|deine|ihrer|deiner|ihr|dein) (?:\w+ )?(?:bewerbung|\w*gesprach|\w*interview|probeaufgabe)\b|\b(?:votre|ta|ton) (?:candidature|entretien|test technique)\b|\b(?:thanks|thank you) for applying\b/

/**
 * Whether a program wrote to many. Such a mail is never of high priority. Employers' systems write one
 * by one, though their mails carry the headers of a list or of a program (RFC 2369, RFC 3834): known
 * ones, those with an invitation or a reservation, and those
 * that speak of the reader's own application and offer no way out of a list.
 */
export function isMassMail(message: ReadMessage): boolean {
  if (!message.isBulk || message.invitations.length > 0) return false
  if (message.jsonLd.some((text) => text.includes('Reservation'))) return false
  const isPersonal = [isFromHiringSystem, isFromScheduler, isFromSigningService]
  if (isPersonal.some((is) => is(message))) return false
  const folded = foldText(`${message.subject}\n${message.text.slice(0, READ_CHARACTERS)}`)
  return ofList.test(folded) || !ofReader.test(folded)
}
