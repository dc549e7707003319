import { describeMailbox } from './mailbox-contract.ts'
import { mailNumber } from './read-mailbox.ts'
import { ScriptedMailbox } from './scripted-mailbox.ts'

describeMailbox('the scripted mailbox', {
  batch: 3,
  async open() {
    const mailbox = new ScriptedMailbox({ batchSize: 3 })
    const uids = new Map<number, number>()
    return {
      mailbox,
      deliver(...numbers) {
        const delivered = mailbox.deliver(...numbers.map((number) => mailNumber(number).raw))
        for (const [at, number] of numbers.entries()) uids.set(number, delivered[at] ?? 0)
      },
      remove: (number) => mailbox.delete(uids.get(number) ?? 0),
      stop: () => mailbox.close(),
    }
  },
})
