import { CallFailed } from '../assistant-client.ts'
import type { CallName } from './call-gate.ts'
import { describeClient } from './client-contract.ts'
import { createFakeClient } from './fake-client.ts'

const calls: CallName[] = ['me', 'list', 'messages', 'send', 'health']

describeClient('the fake client', async () => {
  const fake = createFakeClient({ account: null })

  function fail(error: CallFailed | undefined): void {
    for (const name of calls) fake.fail(name, error)
  }

  return {
    client: fake.client,
    mail: fake.mail,
    calendar: fake.calendar,
    tell: async (name, event) => fake.emit(name, event),
    async goAway() {
      fail(new CallFailed(0, 'fetch failed'))
      fake.setConnection('offline')
    },
    comeBack: async () => fail(undefined),
    close: async () => {},
  }
})
