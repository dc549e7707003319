import { join } from 'node:path'
import { type People, SignUpRule } from '@shortlist/contracts/accounts'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { openCollectionFile } from '../platform/storage/collection.ts'
import type { AccountPorts, SignUp } from './ports.ts'

const VERSION = 1
const RULE = 'sign-up'
const RuleRow = z.object({ signUp: SignUpRule })

interface SignUpParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  /** What the environment says, which counts. */
  readonly given: SignUpRule | undefined
  /** What holds until the owner has chosen. */
  readonly byDefault: SignUpRule
}

/** Opens what the owner has chosen. Throws `STORE_NEWER`. */
export async function openSignUp({ folder, report, ...parts }: SignUpParts): Promise<SignUp> {
  const rows = await openCollectionFile(join(folder, 'settings', 'people.json'), RuleRow, {
    version: VERSION,
    report,
    lost: 'Who may sign up has to be chosen again.',
  })
  const { given, byDefault } = parts
  return {
    rule: () => given ?? rows.get(RULE)?.signUp ?? byDefault,
    setBy: given === undefined ? null : 'SIGNUP',
    isChosen: () => rows.get(RULE) !== undefined,
    async choose(signUp) {
      if (given !== undefined)
        throw new AppError('SET_BY_ENVIRONMENT', 'The environment says who may sign up.')
      await rows.put(RULE, { signUp })
    },
  }
}

/** Who has an account, for the owner of this computer. Throws `FORBIDDEN_USER`. */
export async function listPeople(
  { accounts, signUp }: AccountPorts,
  userId: string,
): Promise<People> {
  const rows = await accounts.all()
  const [owner] = rows
  checkOwner(owner?.id, userId)
  const people = rows.map(({ passwordHash: _, lastSignIn = null, ...account }) => ({
    ...account,
    lastSignIn,
    isOwner: account.id === owner?.id,
  }))
  return { people, signUp: signUp.rule(), setBy: signUp.setBy }
}

/** Says who may sign up from now on. Throws `FORBIDDEN_USER` and `SET_BY_ENVIRONMENT`. */
export async function chooseSignUp(
  ports: AccountPorts,
  userId: string,
  rule: SignUpRule,
): Promise<People> {
  checkOwner((await ports.accounts.first())?.id, userId)
  await ports.signUp.choose(rule)
  return await listPeople(ports, userId)
}

function checkOwner(ownerId: string | undefined, userId: string): void {
  if (ownerId !== userId)
    throw new AppError('FORBIDDEN_USER', 'The owner of this computer sees who has an account.')
}
