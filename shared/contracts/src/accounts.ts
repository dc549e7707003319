import { z } from 'zod'

/** An account as its owner sees it. The id consists of `A-Z a-z 0-9 _ -`. */
export const Account = z.object({ id: z.string(), email: z.string() }).meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

/** What a sign-in or a sign-up sends; the rules for both fields are the daemon's. */
export const Credentials = z
  .object({ email: z.string(), password: z.string() })
  .meta({ id: 'Credentials' })
export type Credentials = z.infer<typeof Credentials>

/** The password of whoever is signed in. */
export const Password = Credentials.pick({ password: true }).meta({ id: 'Password' })

/** Whose a call is about, in its path and in its body. */
export const UserPath = z.object({ userId: z.string() })
export const OfUser = z.object({ userId: z.string().min(1) }).meta({ id: 'OfUser' })

export const SignedIn = z.object({ user: Account }).meta({ id: 'SignedIn' })

/** A browser in which the account is signed in; `id` names the session, never its token. */
export const SignedInBrowser = z
  .object({
    id: z.string(),
    /** Such as "Firefox on Linux"; null where it has not said what it is. */
    name: z.string().nullable(),
    /** ISO 8601, UTC. */
    signedInAt: z.string(),
    /** To the hour, ISO 8601, UTC. */
    lastSeen: z.string(),
    /** The one that asks. */
    isThis: z.boolean(),
  })
  .meta({ id: 'SignedInBrowser' })
export type SignedInBrowser = z.infer<typeof SignedInBrowser>

export const SignedInBrowsers = z
  .object({ browsers: z.array(SignedInBrowser) })
  .meta({ id: 'SignedInBrowsers' })

/** Who may create an account: everybody, the first who does, or nobody. */
export const SignUpRule = z.enum(['open', 'first', 'closed'])
export type SignUpRule = z.infer<typeof SignUpRule>

/** An account as the owner of the computer sees it: nothing of what it holds. */
export const Person = Account.extend({
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** The last sign-in that is known, ISO 8601, UTC; null for none. */
  lastSignIn: z.string().nullable(),
  /** The account that signed up first. */
  isOwner: z.boolean(),
}).meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

/** Who has an account on this computer, and who may create one. */
export const People = z
  .object({
    people: z.array(Person),
    signUp: SignUpRule,
    /** The variable that says who may sign up; null where none does. */
    setBy: z.string().nullable(),
  })
  .meta({ id: 'People' })
export type People = z.infer<typeof People>

export const PeopleChange = People.pick({ signUp: true }).meta({ id: 'PeopleChange' })

const count = z.int().min(0)

/** How much an account holds; nothing of what it says. */
export const Holdings = z
  .object({
    chats: count,
    messages: count,
    mails: count,
    /** Mails that are marked done or snoozed. */
    marks: count,
    appointments: count,
    /** Those of them that stand in Google Calendar. */
    inGoogle: count,
    folders: count,
    files: count,
  })
  .meta({ id: 'Holdings' })
export type Holdings = z.infer<typeof Holdings>

/** So many of each; of `marks` those of mails wherever they are. */
const Imported = Holdings.pick({
  chats: true,
  mails: true,
  marks: true,
  appointments: true,
  files: true,
})
export type Imported = z.infer<typeof Imported>

/** What an exported file would bring; nothing is stored yet. */
export const ImportPreview = z
  .object({
    /** What is not here yet. */
    fresh: Imported,
    /** What is, and stays as it is. */
    known: Imported,
  })
  .meta({ id: 'ImportPreview' })
export type ImportPreview = z.infer<typeof ImportPreview>

/** What an import has brought, for as long as it can be taken back; null for nothing. */
export const LastImport = z
  .object({
    last: z
      .object({
        /** ISO 8601, UTC. */
        at: z.string(),
        ...Imported.shape,
        /** False where it was interrupted: the same file brings the rest. */
        isWhole: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'LastImport' })
export type LastImport = z.infer<typeof LastImport>

/** What is to be another from now on. */
export const AccountChange = Credentials.partial().meta({ id: 'AccountChange' })
export type AccountChange = z.infer<typeof AccountChange>

/** The deletion of the own account, whose address is typed once more. */
export const AccountDeletion = z
  .object({
    email: z.string(),
    /** Takes its appointments out of Google Calendar as well. */
    takesEvents: z.boolean(),
    /** Who owns the computer from then on, where the owner goes and others stay. */
    heir: z.string().optional(),
  })
  .meta({ id: 'AccountDeletion' })
export type AccountDeletion = z.infer<typeof AccountDeletion>
