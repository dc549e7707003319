import type { ContextUse, StoredImage } from '@shortlist/contracts/chat'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { type AssistantClient, CallFailed } from '../assistant-client.ts'
import type { NewQuestion } from '../chats.ts'
import { CONTEXT_PERCENT, REMOVE_ALL_DELAY } from './demo-script.ts'
import { chooseReply } from './replies/choose-reply.ts'
import { type ReplyParts, RunningReplies } from './running-replies.ts'
import { titleOf } from './title-of.ts'

/** The chats of the demo: they are kept in memory, and their replies are canned. */
export function chatCalls(parts: ReplyParts): AssistantClient['chats'] {
  const { chats, hub, plans } = parts
  const replies = new RunningReplies(parts)
  const images = new Map<string, Blob>()

  async function keepImage(file: File): Promise<StoredImage> {
    const id = `image-${images.size + 1}`
    images.set(id, file)
    return { id, type: file.type, ...(await measure(file)) }
  }

  return {
    list: async () => chats.list(),
    messages: async (chatId) => chats.messages(chatId),
    contextUse: async (chatId) => contextUse(chats.messages(chatId).length),
    async send(question) {
      const image = question.image && (await keepImage(question.image))
      const { chatId, messageId, mode, text: content, excerpt } = question
      const timestamp = new Date(plans.now()).toISOString()
      const parts = { ...(image && { image }), ...(excerpt && { excerpt }) }
      chats.append(chatId, { role: 'user', content, messageId, mode, timestamp, ...parts })
      replies.begin(question, replyTo(question))
    },
    stop: async (chatId) => replies.stop(chatId),
    async remove(chatId) {
      replies.stop(chatId)
      chats.remove(chatId)
      hub.emit('chats-removed', { chatId })
    },
    async removeAll() {
      const asked = chats.list()
      await plans.wait(REMOVE_ALL_DELAY)
      for (const { chatId } of asked) {
        replies.stop(chatId)
        chats.remove(chatId)
      }
      hub.emit('chats-removed', {})
    },
    hasTitle: async (chatId) => chats.title(chatId) !== null,
    async summarize(chatId, prompt) {
      const title = titleOf(prompt)
      chats.setTitle(chatId, title)
      hub.emit('chat-titled', { chatId, title })
      return title
    },
    running: (chatId) => replies.of(chatId),
    imageUrl() {
      // `canUseAddresses` says so
      throw new Error('Images of the demo have no address')
    },
    async image(_chatId, { id }) {
      const image = images.get(id)
      if (!image) throw new CallFailed(404, 'Image not found')
      return image
    },
  }
}

function replyTo({ text, mode, image, excerpt }: NewQuestion): string {
  return chooseReply({ text, mode, hasImage: image !== undefined, excerpt })
}

function contextUse(messageCount: number): ContextUse {
  const contextPercent = messageCount > 0 ? CONTEXT_PERCENT : 0
  const totalTokens = Math.round((CONTEXT_WINDOW_TOKENS * contextPercent) / 100)
  return { contextPercent, totalTokens, messageCount }
}

/** In pixels, where there is a browser that can say it. */
async function measure(file: File): Promise<{ width: number; height: number }> {
  if (typeof createImageBitmap === 'undefined') return { width: 0, height: 0 }
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw new CallFailed(415, 'The file is not an image that can be read.', { cause })
  })
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}
