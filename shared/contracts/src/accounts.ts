import { z } from 'zod'

/** An account as its owner sees it. The id consists of `A-Z a-z 0-9 _ -`. */
export const Account = z.object({ id: z.string(), email: z.string() }).meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

/** What a sign-in or a sign-up sends; the rules for both fields are the daemon's. */
export const Credentials = z
  .object({ email: z.string(), password: z.string() })
  .meta({ id: 'Credentials' })
export type Credentials = z.infer<typeof Credentials>

/** Whose a call is about, in its path and in its body. */
export const UserPath = z.object({ userId: z.string() })
export const OfUser = z.object({ userId: z.string().min(1) }).meta({ id: 'OfUser' })

export const SignedIn = z.object({ user: Account }).meta({ id: 'SignedIn' })
