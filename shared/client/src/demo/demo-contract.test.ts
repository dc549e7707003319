import { describeClient } from '../testing/client-contract.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { demoClient } from './demo-client.ts'

describeClient('the demo client', async () => {
  const clock = new FakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const client = demoClient({
    pages: 'https://demo.example/shortlist/',
    version: '1.0.0',
    clock,
    random: () => 0.5,
  })

  return {
    client,
    async enter() {
      // the first question about the mailbox takes its time
      const opening = client.mail.status()
      await clock.runOut()
      await opening
      const account = await client.accounts.me()
      if (!account) throw new Error('nobody is signed in')
      return account
    },
    finish: () => clock.runOut(),
    close: async () => client.close(),
  }
})
