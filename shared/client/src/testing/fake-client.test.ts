import { CallFailed } from '../call-failed.ts'
import type { CallName } from './call-gate.ts'
import { furnishedMail } from './client-world.ts'
import { describeDaemonClient } from './daemon-contract.ts'
import { createFakeClient } from './fake-client.ts'
import { FakeClock } from './fake-clock.ts'

const calls: CallName[] = ['me', 'list', 'messages', 'send', 'health']

describeDaemonClient('the fake client', async () => {
  const clock = new FakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const fake = createFakeClient({ account: null, mail: furnishedMail(), clock })
  const { client, mail, calendar } = fake

  function fail(error: CallFailed | undefined): void {
    for (const name of calls) fake.fail(name, error)
  }

  return {
    client,
    mail,
    calendar,
    enter: () => client.accounts.signUp({ email: 'ada@example.com', password: 'correct horse' }),
    finish: () => clock.runOut(),
    tell: async (name, event) => fake.emit(name, event),
    endSession: () => fake.fail('calendar.status', new CallFailed(401, 'AUTHENTICATION_REQUIRED')),
    async goAway() {
      fail(new CallFailed(0, 'fetch failed'))
      fake.setConnection('offline')
    },
    comeBack: async () => fail(undefined),
    close: async () => {},
  }
})
