import type { MailView } from './mail-view.ts'

const moved =
  /\b(?:re-?scheduled|move[ds]? (?:our|your|the|it)\b.{0,30}\b(?:interview|call|meeting|appointment|conversation|chat|session|talk)|(?:interview|call|meeting|appointment|conversation|session)\b.{0,40}\bmoved|new time|updated invitation|verschieben|verschoben|terminverschiebung|reporte)\b/

/** Whether a mail moves an appointment: its words say so, or its invitation is a newer one (RFC 5546, 3.2.2). */
export function isMoved({ folded, mail }: MailView): boolean {
  const isNewer = mail.appointments.some(
    ({ source, method, sequence }) =>
      source === 'invitation' && method === 'request' && sequence > 0,
  )
  return isNewer || moved.test(folded.anywhere)
}
