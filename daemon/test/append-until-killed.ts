// A process of its own: several writers append to a chat store until the process is killed. Each
// message that was acknowledged is then printed, so that the parent knows what must still be there.
import { writeSync } from 'node:fs'
import { openChatsIn } from './open-chats.ts'

const [folder = '', run = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const report = () => say('repaired')
const store = await openChatsIn({ folder, report, now: () => new Date() })
say('ready')

async function write(writer: number): Promise<never> {
  for (let n = 0; ; n++) {
    const chatId = `chat_${(writer + n) % 3}`
    const content = `${run}-${writer}-${n} ${'x'.repeat((n * 37) % 900)}`
    await store.append('ada', chatId, { role: 'user', content })
    say(`stored ${chatId} ${content}`)
    if (n % 5 === 0) {
      await store.checkpoint('ada', chatId, { role: 'bot', content, messageId: `${run}-${writer}` })
    }
    if (n % 7 === 0) {
      const title = `${run}-${writer}-${n}`
      await store.setTitle('ada', `own_${writer}`, title)
      if ((await store.title('ada', `own_${writer}`)) === title)
        say(`titled own_${writer} ${title}`)
    }
    if (n % 11 === 0) {
      await store.append('ada', `own_${writer}`, { role: 'user', content: 'own' })
      await store.append('ada', `gone_${writer}`, { role: 'user', content: 'gone' })
      await store.delete('ada', `gone_${writer}`)
    }
  }
}

await Promise.all([0, 1, 2, 3].map(write))
