// Which second does what in the demo (specification, section 9). All times in milliseconds.

/** From a question to the first word of its reply. */
export const REPLY_DELAY = 3000
/** Shortest and longest time between two words. */
export const WORD_MIN = 50
export const WORD_MAX = 150
/** How full the context window is said to be, in percent. */
export const CONTEXT_PERCENT = 43.7

/** Until mailbox and calendar say for the first time how they are. */
export const INITIAL_DELAY = 1000
/** From the opening of the popup to the connected calendar. */
export const CALENDAR_DELAY = 5000
/** When each of the three emails is taken up, from the beginning of the sync, and its end. */
export const SYNC_STEPS = [500, 1500, 2500] as const
export const SYNC_END = 3500
/** How long an email is analysed that is looked at again on its own. */
export const RETRY_DELAY = 1000

/** Until all chats are deleted. */
export const REMOVE_ALL_DELAY = 500
