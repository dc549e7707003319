import type { Account, People, Person, SignedInBrowser } from '@shortlist/contracts/accounts'
import type { AccountCare } from '../accounts.ts'
import { CallFailed } from '../call-failed.ts'

interface MemoryAccountParts {
  /** Who is signed in. */
  readonly account: () => Account | null
  /** The variable that says who may sign up; null where none does. */
  readonly signUpSetBy: string | null
  /** Accounts beside the one that is signed in; it is the owner. */
  readonly others: readonly Account[]
}

const AT = '2026-11-20T09:00:00.000Z'

/** What an account does about itself in memory, where it is signed in in two browsers. */
export function memoryAccounts(parts: MemoryAccountParts): Omit<AccountCare, 'confirm'> {
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
    const all = [
      ...(own ? [person(own, true)] : []),
      ...parts.others.map((each) => person(each, false)),
    ]
    return { people: all, signUp, setBy: parts.signUpSetBy }
  }

  return {
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
