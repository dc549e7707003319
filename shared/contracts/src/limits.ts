/** Tokens that are assumed to fit one prompt (specification, section 9). */
export const CONTEXT_WINDOW_TOKENS = 6300

/** The specification's estimate: one token is four characters (section 9). */
export const CHARACTERS_PER_TOKEN = 4

/** What an attached image is counted as in the context, in tokens. */
export const IMAGE_TOKENS = 765

/** Longest text of one chat message, in characters. */
export const MESSAGE_MAX_CHARACTERS = 32_000

/** What a message carries of a web page, in characters: about half of what fits one prompt. */
export const EXCERPT_MAX_CHARACTERS = 12_000
/** Longest title and address of that page, in characters. */
export const EXCERPT_TITLE_MAX_CHARACTERS = 300
export const EXCERPT_URL_MAX_CHARACTERS = 2048
/** About what a prompt puts around a web page, beside its title, address and text, in tokens. */
export const EXCERPT_FRAME_TOKENS = 50

/** Largest attached image, in bytes. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024

/** Largest attached image, in pixels. */
export const IMAGE_MAX_PIXELS = 40_000_000

/** A folder upload: how many files, how large one may be, and all of them, in bytes. */
export const UPLOAD_MAX_FILES = 5_000
export const FILE_MAX_BYTES = 2 * 1024 * 1024
/** PDF and DOCX, most of whose bytes are no text. */
export const DOCUMENT_MAX_BYTES = 10 * 1024 * 1024
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024

/** How many names lead to a file, its own included. */
export const PATH_MAX_DEPTH = 16
/** Longest path of a file, in bytes of UTF-8. */
export const PATH_MAX_BYTES = 1024

/** What one account may keep: files, and their bytes. */
export const STORED_MAX_FILES = 20_000
export const STORED_MAX_BYTES = 500 * 1024 * 1024

/** Largest JSON body, in bytes. */
export const JSON_MAX_BYTES = 256 * 1024

/** Largest body of a sign-in or a sign-up, in bytes. */
export const CREDENTIALS_MAX_BYTES = 4 * 1024

/** Shortest and longest password, in code points. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256

/** Longest title of a chat, in characters. */
export const TITLE_MAX_CHARACTERS = 120

/** Longest texts of an analysis, in characters, and how many action items it may have. */
export const SUMMARY_MAX_CHARACTERS = 600
export const ACTION_ITEM_MAX_CHARACTERS = 200
export const ACTION_ITEMS_MAX = 10
export const DRAFT_MAX_CHARACTERS = 4000
/** The longest word of a mail that explains an analysis, in characters. */
export const EXPLAINING_WORD_MAX_CHARACTERS = 40

/** The largest exported file that is read back, in bytes. */
export const IMPORT_MAX_BYTES = 1024 * 1024 * 1024

/** What a card shows of a mail's body before "..." (specification, section 9). */
export const BODY_PREVIEW_CHARACTERS = 200

/** What the sync shows of a subject (specification, section 9). */
export const PROGRESS_SUBJECT_CHARACTERS = 50

/** How often a connected calendar is asked whether it still is, in milliseconds. */
export const CALENDAR_POLL_MS = 30_000

/** How often the sign-in popup is looked at, and for how long, in milliseconds. */
export const POPUP_WATCH_MS = 1_000
export const POPUP_WATCH_LIMIT_MS = 300_000

/** Where the daemon listens unless told otherwise (specification, section 9). */
export const DEFAULT_PORT = 4000

/** IMAP over TLS (specification, section 9). */
export const DEFAULT_IMAP_PORT = 993

/** Tokens that a text is estimated at: characters / 4, rounded up (specification, section 5). */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}
