/** A refusal in the shape of Google's APIs. */
export function refusal(status: number, reason: string, message: string): Response {
  const error = { code: status, message, errors: [{ domain: 'global', reason, message }] }
  return Response.json({ error }, { status })
}
