import type { MailView } from './mail-view.ts'

const calledOff =
  /\b(?:cancell?ed|call(?:ed)? off|cannot take place|won't take place|abgesagt|absagen|entfallt|fallt aus|annulee?)\b/
const movedOn =
  /\b(?:re-?schedul\w+|moved? (?:it |your interview )?to|new (?:time|date)|instead|neuer termin|verschoben|verschieben|reportee?|nouvelle date)\b/

/** Whether a mail calls an appointment off without naming another time. */
export function isCalledOff({ folded, mail }: MailView): boolean {
  if (mail.appointments.length > 0) {
    return mail.appointments.every(({ method }) => method === 'cancel')
  }
  const opening = `${folded.subject} . ${folded.text.slice(0, 600)}`
  return calledOff.test(opening) && !movedOn.test(opening)
}
