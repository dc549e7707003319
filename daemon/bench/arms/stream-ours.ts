import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { chatRoutes } from '../../src/chat/routes.ts'
import { openLlm } from '../../src/composition/open-llm.ts'
import { readConfig } from '../../src/env.ts'
import { createBackground } from '../../src/platform/background.ts'
import { guard } from '../../src/platform/http/guard.ts'
import { createHttpServer } from '../../src/platform/http/http-server.ts'
import { createOriginList, createRequestCheck } from '../../src/platform/http/request-check.ts'
import type { SignedIn } from '../../src/platform/http/session.ts'
import { listen } from '../../src/platform/listen.ts'
import { createLog } from '../../src/platform/log.ts'
import { SocketServer } from '../../src/platform/realtime/socket-server.ts'
import { openChatsIn } from '../../test/open-chats.ts'
import { answerQuestions } from './stream-questions.ts'

/** The daemon's chat and socket as they run, for one account, without the limits of sending. */
const [, , baseUrl = '', userId = ''] = process.argv
const environment = { OPENAI_BASE_URL: baseUrl, CHAT_MODEL: 'scripted', SMALL_MODEL: 'scripted' }
const config = readConfig({ flags: {}, environment, envFile: undefined })
const folder = await mkdtemp(join(tmpdir(), 'shortlist-stream-'))
const now = () => new Date()
const log = createLog({ level: 'silent', secrets: [] }, { write: () => {} })
const findSession = async () => ({ id: 'bench', user: { id: userId, email: 'bench@example.org' } })
const background = createBackground(say)
let port = 0
const origins = createOriginList({ port: () => port })
const checkRequest = createRequestCheck(origins)
const realtime = new SocketServer({ findSession, checkRequest, log })
const llm = openLlm(config)
const chats = await openChatsIn({ folder, report: () => {}, now })
const findNothing = async () => []
const lookUp = () => Promise.reject(new Error('nothing is looked up here'))
const searches = {
  lookUp,
  findPassages: findNothing,
  findTurns: findNothing,
  forgetTurns: async () => {},
}
const ports = { chats, llm, realtime, ...searches, now }
const limits = { perAccount: 8, overall: 8, waiting: 16, postsPerMinute: 1_000_000 }
const app = new OpenAPIHono<SignedIn>()
guard(app, { origins, findSession, log: say })
app.route('/', chatRoutes(ports, background, limits).app)

const server = createHttpServer({ fetch: app.fetch, check: checkRequest })
realtime.attach(server)
port = (await listen(server, 0, ['127.0.0.1'])).port
process.on('SIGTERM', async () => {
  await rm(folder, { recursive: true, force: true })
  process.exit()
})
answerQuestions(`http://127.0.0.1:${port}`)

function say(error: unknown): void {
  process.stderr.write(`${String(error)}\n`)
}
