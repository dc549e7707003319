import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { UserPath } from '@shortlist/contracts/accounts'
import { Done } from '@shortlist/contracts/chat'
import {
  CHANGES_MAX,
  Changes,
  ChangeToUndo,
  ChangeUndone,
  SeenToday,
  SetupList,
  SetupListChange,
  Today,
} from '@shortlist/contracts/today'
import { jsonBody, refuseInvalid, replies } from '../platform/http/json.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import type { SetupListPorts, TodayParts } from './ports.ts'

const showToday = createRoute({
  method: 'get',
  path: '/api/today/{userId}',
  request: { params: UserPath },
  responses: replies(Today, 'What is next, what needs its user and what is due'),
})

const listChanges = createRoute({
  method: 'get',
  path: '/api/today/{userId}/changes',
  request: { params: UserPath },
  responses: replies(Changes, 'All that was done by itself since the last visit'),
})

const undoChange = createRoute({
  method: 'post',
  path: '/api/today/{userId}/undo',
  request: { params: UserPath, ...jsonBody(ChangeToUndo) },
  responses: replies(ChangeUndone, 'It stands as it did before, and is not done again by itself'),
})

const noteVisit = createRoute({
  method: 'post',
  path: '/api/today/{userId}/seen',
  request: { params: UserPath, ...jsonBody(SeenToday) },
  responses: replies(Done, 'The visit is noted'),
})

// a library of dates comes with it, which a start does without
const reading = () => import('./read-today.ts')

/** What an account looks at in the morning; whose it is says the session. */
export function todayRoutes(parts: TodayParts) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(showToday, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      return c.json(await (await reading()).readToday(parts, userId), 200)
    })
    .openapi(listChanges, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      const changes = await (await reading()).changesOf(parts, userId)
      return c.json({ changes: changes.slice(0, CHANGES_MAX) }, 200)
    })
    .openapi(undoChange, async (c) => {
      const calendar = await parts.calendarOf(ownId(c, c.req.valid('param').userId))
      const { eventId, at } = c.req.valid('json')
      return c.json({ isUndone: await calendar.takeBack(eventId, at) }, 200)
    })
    .openapi(noteVisit, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      await parts.visits.note(userId, c.req.valid('json').asOf, parts.now())
      return c.json({ message: 'Noted' }, 200)
    })
}

const showSetup = createRoute({
  method: 'get',
  path: '/api/today/{userId}/setup',
  request: { params: UserPath },
  responses: replies(SetupList, 'What is set up, and what can still be'),
})

const changeSetup = createRoute({
  method: 'patch',
  path: '/api/today/{userId}/setup',
  request: { params: UserPath, ...jsonBody(SetupListChange) },
  responses: replies(SetupList, 'The list is hidden, or shown again'),
})

/** What an account has set up; whose it is says the session. */
export function setupListRoutes({ stateOf, lists }: SetupListPorts) {
  const read = async (userId: string) => lists.read(userId, await stateOf(userId))
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(showSetup, async (c) => {
      return c.json(await read(ownId(c, c.req.valid('param').userId)), 200)
    })
    .openapi(changeSetup, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      await lists.hide(userId, c.req.valid('json').isHidden)
      return c.json(await read(userId), 200)
    })
}
