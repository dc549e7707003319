import {
  MailboxConnected,
  type MailboxForm,
  MailboxGuess,
  MailboxTest,
  Settings,
} from '@shortlist/contracts/settings'
import type { AccountCallParts } from './daemon/read-calls.ts'
import { daemonMachine, type MachineSettings } from './machine.ts'

/** What the signed-in account has set at the daemon, and its own mailbox. No answer holds a password. */
export interface AccountSettings extends MachineSettings {
  read(): Promise<Settings>
  /** Whether the mails that arrive from now on are analysed by a model. */
  allowModel(mailByModel: boolean): Promise<Settings>
  /**
   * Who keeps the mailbox of an address; contacts nobody but name servers, and with `ask` the domain of
   * the address.
   */
  lookUpMailbox(address: string, ask?: string): Promise<MailboxGuess>
  /** Stores nothing. */
  testMailbox(form: MailboxForm): Promise<MailboxTest>
  /** The same test; where all of it is good, the mailbox is stored and read at once. */
  connectMailbox(form: MailboxForm): Promise<MailboxConnected>
  /** The same with what the environment names, which goes on counting until it names none. */
  takeOverMailbox(): Promise<MailboxConnected>
  /** Nothing is read until it is resumed; what was read stays. */
  pauseMailbox(): Promise<Settings>
  resumeMailbox(): Promise<Settings>
  /** Its password, its mails and what was found in them go; appointments stay in the calendar. */
  removeMailbox(): Promise<Settings>
}

/** The settings of a daemon. */
export function daemonSettings({ api, calls, userId }: AccountCallParts): AccountSettings {
  const ofAccount = api.settings[':userId']
  const { mailbox } = ofAccount
  const param = () => ({ userId: userId() })
  const about = () => ({ param: param(), json: param() })

  return {
    ...daemonMachine({ api, calls }),
    read: async () => calls.ask(ofAccount.$get({ param: param() }), Settings),
    allowModel: async (mailByModel) =>
      calls.ask(ofAccount.$patch({ param: param(), json: { mailByModel } }), Settings),
    async lookUpMailbox(address, ask) {
      const json = { address, ...(ask !== undefined && { ask }) }
      const asking = mailbox['look-up'].$post({ param: param(), json })
      return calls.ask(asking, MailboxGuess)
    },
    testMailbox: async (json) =>
      calls.ask(mailbox.test.$post({ param: param(), json }), MailboxTest),
    connectMailbox: async (json) =>
      calls.ask(mailbox.$put({ param: param(), json }), MailboxConnected),
    takeOverMailbox: async () => calls.ask(mailbox['take-over'].$post(about()), MailboxConnected),
    pauseMailbox: async () => calls.ask(mailbox.pause.$post(about()), Settings),
    resumeMailbox: async () => calls.ask(mailbox.resume.$post(about()), Settings),
    removeMailbox: async () => calls.ask(mailbox.$delete({ param: param() }), Settings),
  }
}
