import 'googleapis/build/src/apis/calendar/index.js'
import 'imapflow'
import 'openai'
import 'postal-mime'

/** The daemon with every heavy module loaded before it listens. */
await import('../../src/main.js')
