import type {
  Account,
  Holdings,
  LastImport,
  People,
  Person,
  SignedInBrowser,
} from '@shortlist/contracts/accounts'
import type { AccountCare } from '../accounts.ts'
import { CallFailed } from '../call-failed.ts'

interface MemoryAccountParts {
  /** Who is signed in. */
  readonly account: () => Account | null
  /** Somebody else is signed in under its id, or nobody. */
  readonly enter: (account: Account | null) => void
  readonly holdings: Holdings
  /** The variable that says who may sign up; null where none does. */
  readonly signUpSetBy: string | null
  /** Accounts beside the one that is signed in; it is the owner. */
  readonly others: readonly Account[]
}

const AT = '2026-11-20T09:00:00.000Z'

/** What an account does about itself in memory, where it is signed in in two browsers. */
const NOTHING = { chats: 0, mails: 0, marks: 0, appointments: 0, files: 0 }

export function memoryAccounts(parts: MemoryAccountParts): Omit<AccountCare, 'confirm'> {
  let others = parts.others
  let signUp: People['signUp'] = 'open'
  let browsers: readonly SignedInBrowser[] = [
    { id: 'this', name: 'Firefox on Linux', signedInAt: AT, lastSeen: AT, isThis: true },
    { id: 'other', name: 'Chrome on Android', signedInAt: AT, lastSeen: AT, isThis: false },
  ]

  function people(): People {
    const person = (account: Account, isOwner: boolean): Person => ({
      ...account,
      createdAt: AT,
      lastSignIn: isOwner ? AT : null,
      isOwner,
    })
    const own = parts.account()
    const all = [...(own ? [person(own, true)] : []), ...others.map((each) => person(each, false))]
    return { people: all, signUp, setBy: parts.signUpSetBy }
  }

  let last: LastImport['last'] = null

  function own(): Account {
    const account = parts.account()
    if (!account) throw new CallFailed(401, 'AUTHENTICATION_REQUIRED')
    return account
  }

  return {
    async change({ email, password }) {
      if (others.some((other) => other.email === email))
        throw new CallFailed(409, 'This address cannot be used.')
      const changed = { id: own().id, email: email ?? own().email }
      parts.enter(changed)
      if (password !== undefined) browsers = browsers.filter(({ isThis }) => isThis)
      return changed
    },
    exportUrl: '/export.jsonl',
    previewImport: async (file) => ({
      fresh: { ...NOTHING, chats: await chatsIn(file) },
      known: NOTHING,
    }),
    async import(file) {
      last = { at: AT, ...NOTHING, chats: await chatsIn(file), isWhole: true }
      return { last }
    },
    lastImport: async () => ({ last }),
    async undoImport() {
      if (!last) throw new CallFailed(404, 'There is no import that can be taken back.')
      last = null
      return { last }
    },
    holdings: async () => parts.holdings,
    async delete({ email, heir }) {
      if (email !== own().email)
        throw new CallFailed(400, 'This is not the address of your account.')
      if (others.length > 0 && !others.some(({ id }) => id === heir))
        throw new CallFailed(400, 'Choose who owns this computer from then on.')
      parts.enter(null)
    },
    async removePerson(id) {
      if (!others.some((other) => other.id === id))
        throw new CallFailed(404, 'There is no such account.')
      others = others.filter((other) => other.id !== id)
      return people()
    },
    browsers: async () => browsers,
    async signOutBrowser(id) {
      if (!browsers.some((browser) => browser.id === id))
        throw new CallFailed(404, 'This browser is signed out already.')
      browsers = browsers.filter((browser) => browser.id !== id)
      return browsers
    },
    people: async () => people(),
    async chooseSignUp(rule) {
      if (parts.signUpSetBy !== null)
        throw new CallFailed(409, 'The environment says who may sign up.')
      signUp = rule
      return people()
    },
  }
}

/** How many chats an exported file holds. */
async function chatsIn(file: Blob): Promise<number> {
  const lines = (await file.text()).trimEnd().split('\n')
  const isWhole = lines[0]?.includes('"shortlist-export"') && lines.at(-1)?.includes('"end"')
  if (!isWhole) throw new CallFailed(400, 'This is not a complete export of Shortlist.')
  return lines.filter((line) => line.includes('"kind":"chat"')).length
}
