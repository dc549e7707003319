/**
 * `connecting` until the first answer or failure. `crowded`: the daemon answers, but nothing arrives
 * by itself, because the account is open in too many places.
 */
export type Connection = 'connecting' | 'online' | 'offline' | 'crowded'

/** So many applications that have come this far, and how they have ended; null for none yet. */
export interface ApplicationOutcome {
  readonly stage: 'applied' | 'interview' | 'offer' | 'accepted'
  readonly exit: 'rejected' | 'waiting' | null
  readonly count: number
}

/** What this client can do; screens ask for it and never for which client they have. */
export interface Abilities {
  /** What the header says instead of the connection; null where there is one that can be lost. */
  readonly connectionLabel: string | null
  /** A line under the header and where it leads, or null. */
  readonly notice: {
    readonly text: string
    readonly link: { readonly text: string; readonly href: string } | null
  } | null
  readonly canSignOut: boolean
  /** Whether this client is the opener of the sign-in popup; if not, the web app is. */
  readonly canOpenPopup: boolean
  /** Whether `imageUrl` and `icsUrl` can stand in the page; if not, their bytes are asked for. */
  readonly canUseAddresses: boolean
  /** Why folders cannot be uploaded, or null where they can. */
  readonly folderUploadRefusal: string | null
  /** What a plot of applications shows as an example while there are too few; null for nothing. */
  readonly exampleApplications: readonly ApplicationOutcome[] | null
  /** Whether the web app shows the same chats and mails in a tab of its own. */
  readonly hasWebApp: boolean
  readonly apiDocsUrl: string | null
  /** Relative addresses in replies resolve against it. */
  readonly origin: string
}
