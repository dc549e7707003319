import {
  Account,
  type AccountChange,
  type AccountDeletion,
  type Credentials,
  Holdings,
  ImportPreview,
  LastImport,
  People,
  type SignedInBrowser,
  SignedInBrowsers,
  type SignUpRule,
} from '@shortlist/contracts/accounts'
import type { AccountCallParts } from './daemon/read-calls.ts'

/** Who is signed in, in whose name all other calls are made. */
export interface Accounts extends AccountCare {
  /** The signed-in account, or null. */
  me(): Promise<Account | null>
  signIn(credentials: Credentials): Promise<Account>
  signUp(credentials: Credentials): Promise<Account>
  signOut(): Promise<void>
}

/** What the signed-in account does about itself, and the owner of a computer about others. */
export interface AccountCare {
  /** Enters the password anew, for what wants that (`CONFIRM_NEEDED`); so it fails for a wrong one. */
  confirm(password: string): Promise<void>
  /** Where the account is signed in, the newest first. */
  browsers(): Promise<readonly SignedInBrowser[]>
  /** The browser is asked to sign in again. */
  signOutBrowser(id: string): Promise<readonly SignedInBrowser[]>
  /** Another password signs the account out everywhere else. */
  change(change: AccountChange): Promise<Account>
  /** How much the account holds. */
  holdings(): Promise<Holdings>
  /** Where all that the account holds lies as a file; null where there is none. */
  readonly exportUrl: string | null
  /** What an exported file would bring; nothing is stored. */
  previewImport(file: Blob): Promise<ImportPreview>
  /** What it holds is there, but for settings; what was there stays as it is. */
  import(file: Blob): Promise<LastImport>
  /** What can still be taken back. */
  lastImport(): Promise<LastImport>
  /** What the last import has brought is gone; what has gone on since stays. */
  undoImport(): Promise<LastImport>
  /** Nothing of the account is left; nobody is signed in any more. */
  delete(deletion: AccountDeletion): Promise<void>
  /** Nothing of that account is left, as the owner says. */
  removePerson(id: string): Promise<People>
  /** Who has an account, for the owner. */
  people(): Promise<People>
  /** Who may sign up from now on, as the owner says. */
  chooseSignUp(signUp: SignUpRule): Promise<People>
}

/** The accounts of a daemon. */
export function daemonAccounts(
  baseUrl: string,
  { api, calls }: Pick<AccountCallParts, 'api' | 'calls'>,
): AccountCare {
  const { sessions, holdings, import: imports } = api.users.me
  const { confirm } = api.users.sessions
  const { people } = api.settings.machine
  const sent = (body: Blob) => ({
    headers: { 'content-type': 'application/octet-stream' },
    init: { credentials: 'include' as const, body },
  })
  return {
    confirm: async (password) => calls.tell(confirm.$post({ json: { password } })),
    browsers: async () => (await calls.ask(sessions.$get(), SignedInBrowsers)).browsers,
    async signOutBrowser(id) {
      const asking = sessions[':id'].$delete({ param: { id } })
      return (await calls.ask(asking, SignedInBrowsers)).browsers
    },
    change: async (json) => calls.ask(api.users.me.$patch({ json }), Account),
    exportUrl: `${baseUrl}/api/users/me/export`,
    holdings: async () => calls.ask(holdings.$get(), Holdings),
    previewImport: async (file) => calls.ask(imports.preview.$post({}, sent(file)), ImportPreview),
    import: async (file) => calls.ask(imports.$post({}, sent(file)), LastImport),
    lastImport: async () => calls.ask(imports.$get(), LastImport),
    undoImport: async () => calls.ask(imports.$delete(), LastImport),
    delete: async (json) => calls.tell(api.users.me.$delete({ json })),
    removePerson: async (id) => calls.ask(people[':id'].$delete({ param: { id } }), People),
    people: async () => calls.ask(people.$get(), People),
    chooseSignUp: async (signUp) => calls.ask(people.$patch({ json: { signUp } }), People),
  }
}
