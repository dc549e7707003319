import {
  GoogleClient,
  type GoogleClientForm,
  GoogleEntered,
  GoogleTest,
  Machine,
  type MachineChange,
  type ModelServerForm,
  ModelTest,
  ServerAdded,
  SetUp,
} from '@shortlist/contracts/machine'
import type { AccountCallParts } from './daemon/read-calls.ts'

/** What answers on the computer of the daemon, which its owner alone may change. No answer holds a key. */
export interface MachineSettings {
  readMachine(): Promise<Machine>
  /** In force with the next question. */
  changeMachine(change: MachineChange): Promise<Machine>
  /** Stores nothing. */
  testServer(form: ModelServerForm): Promise<ModelTest>
  /** The same test; where all of it is good, the server is one that can be chosen. */
  addServer(form: ModelServerForm): Promise<ServerAdded>
  /** Its key goes with it. */
  removeServer(id: string): Promise<Machine>
  /** The Google client that everybody of this computer signs in by. */
  readGoogle(): Promise<GoogleClient>
  /** Stores nothing. */
  testGoogle(form: GoogleClientForm): Promise<GoogleTest>
  /** The same test; where it is good, the client counts at once, for all who have signed in by it. */
  enterGoogle(form: GoogleClientForm): Promise<GoogleEntered>
  /** Its secret goes with it; Google is asked nothing any more. */
  removeGoogle(): Promise<GoogleClient>
  /** Whether all is well with this computer, as `doctor` says it; for its owner. */
  checkSetUp(): Promise<SetUp>
}

/** The settings of the computer of a daemon. */
export function daemonMachine({
  api,
  calls,
}: Pick<AccountCallParts, 'api' | 'calls'>): MachineSettings {
  const { machine } = api.settings
  const { servers, google } = machine
  return {
    readMachine: async () => calls.ask(machine.$get(), Machine),
    changeMachine: async (json) => calls.ask(machine.$patch({ json }), Machine),
    testServer: async (json) => calls.ask(servers.test.$post({ json }), ModelTest),
    addServer: async (json) => calls.ask(servers.$post({ json }), ServerAdded),
    readGoogle: async () => calls.ask(google.$get(), GoogleClient),
    testGoogle: async (json) => calls.ask(google.test.$post({ json }), GoogleTest),
    enterGoogle: async (json) => calls.ask(google.$put({ json }), GoogleEntered),
    removeGoogle: async () => calls.ask(google.$delete(), GoogleClient),
    checkSetUp: async () => calls.ask(machine.checks.$get(), SetUp),
    removeServer: async (id) => calls.ask(servers[':id'].$delete({ param: { id } }), Machine),
  }
}
