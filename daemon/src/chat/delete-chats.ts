import type { Conversation } from './accept-message.ts'

/**
 * Deletes a chat, or all of an account, with what the search index holds of them. Throws what keeps
 * it from that, and then it can be asked for again: nothing of a chat is left where nobody sees it.
 * The screens of the account hear of it.
 */
export async function deleteChats(
  { ports: { chats, realtime, forgetTurns }, replies, titles }: Conversation,
  userId: string,
  chatId?: string,
): Promise<void> {
  const isAll = chatId === undefined
  const silence = () => (isAll ? replies.stopAccount(userId) : replies.stop(userId, chatId))

  await silence()
  await titles.drop(userId, chatId)
  // before the chat is out of sight
  await forgetTurns(userId, chatId)
  await (isAll ? chats.removeAll(userId) : chats.remove(userId, chatId))
  realtime.publish(userId, 'chats-removed', isAll ? {} : { chatId })
  // a question that came meanwhile may have brought the old turns back
  await silence()
  await forgetTurns(userId, chatId)
}
