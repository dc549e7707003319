import { createRoute, z } from '@hono/zod-openapi'
import {
  AddEvent,
  CalendarConnection,
  CalendarStatus,
  CallbackQuery,
  EventPath,
  FeedPath,
  MailEvent,
  OfUser,
} from '@shortlist/contracts/calendar'
import { UserPath } from '@shortlist/contracts/chat'
import { jsonBody, refusal, replies } from '../platform/http/json.ts'

/** An iCalendar file (RFC 5545). */
const calendarFile = {
  200: {
    description: 'An iCalendar file',
    content: { 'text/calendar': { schema: z.string() } },
  },
  default: refusal,
} as const

export const readCalendarStatus = createRoute({
  method: 'get',
  path: '/api/calendar/status/{userId}',
  request: { params: UserPath },
  responses: replies(CalendarStatus, 'Whether events can be created'),
})

export const connectCalendar = createRoute({
  method: 'post',
  path: '/api/calendar/connect',
  request: jsonBody(OfUser),
  responses: replies(CalendarConnection, 'Where the popup is to go'),
})

export const finishConnection = createRoute({
  method: 'get',
  path: '/api/calendar/callback',
  request: { query: CallbackQuery },
  responses: { 302: { description: 'To the result page of the client' }, default: refusal },
})

export const useLocalCalendar = createRoute({
  method: 'post',
  path: '/api/calendar/local',
  request: jsonBody(OfUser),
  responses: replies(CalendarStatus, 'The local calendar is in use'),
})

export const disconnectCalendar = createRoute({
  method: 'delete',
  path: '/api/calendar/connection/{userId}',
  request: { params: UserPath },
  responses: replies(CalendarStatus, 'No calendar is connected; created events stay'),
})

export const renewFeed = createRoute({
  method: 'post',
  path: '/api/calendar/feed',
  request: jsonBody(OfUser),
  responses: replies(CalendarStatus, 'The feed has another address'),
})

export const readFeed = createRoute({
  method: 'get',
  path: '/api/calendar/feed/{token}',
  request: { params: FeedPath },
  responses: calendarFile,
})

export const addEvent = createRoute({
  method: 'post',
  path: '/api/calendar/events/{userId}/{eventId}',
  request: { params: EventPath, ...jsonBody(AddEvent) },
  responses: replies(MailEvent, 'The event is in the calendar'),
})

export const undoEvent = createRoute({
  method: 'delete',
  path: '/api/calendar/events/{userId}/{eventId}',
  request: { params: EventPath },
  responses: replies(MailEvent, 'The event is removed and never created again by itself'),
})

export const downloadEvent = createRoute({
  method: 'get',
  path: '/api/calendar/events/{userId}/{eventId}/ics',
  request: { params: EventPath },
  responses: calendarFile,
})
