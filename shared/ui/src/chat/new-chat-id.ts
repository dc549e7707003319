/** The id of a chat that begins now: the user id, an underscore and the epoch milliseconds. */
export function newChatId(userId: string): string {
  return `${userId}_${Date.now()}`
}
