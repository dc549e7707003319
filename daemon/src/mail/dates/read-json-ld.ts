import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import { placeLine, plainLine, SUMMARY_MAX, withoutAddresses } from '../../platform/clean-text.ts'
import { parseJson } from '../../platform/storage/parse-json.ts'
import type { TimeContext } from '../ports.ts'
import { findDates } from './find-dates.ts'

type JsonObject = Readonly<Record<string, unknown>>

const SCRIPTS_MAX = 20
const SCRIPT_MAX_CHARACTERS = 200_000
const NODES_MAX = 200
const EVENTS_MAX = 20

const BACKWARDS = 'The reservation ends before it begins.'

/** schema.org/Event and its kinds that somebody may be asked to; postings of jobs are no events. */
const EVENT =
  /^(?:https?:\/\/schema\.org\/)?(?:(?:Business|Education|Exhibition|Online|Social)?Event|CourseInstance|Hackathon)$/
const RESERVATION = /^(?:https?:\/\/schema\.org\/)?EventReservation$/
const CANCELLED = /(?:^|\/)(?:EventCancelled|ReservationCancelled|Cancelled)$/i
const TIME =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function many(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isA(type: RegExp, node: JsonObject): boolean {
  return many(node['@type']).some((name) => type.test(textOf(name)))
}

/** All nodes of a script: an object, an array, or the "@graph" of one. */
function nodesOf(script: string): JsonObject[] {
  if (script.length > SCRIPT_MAX_CHARACTERS) return []
  const graphs = many(parseJson(script)).filter(isObject).slice(0, NODES_MAX)
  return graphs
    .flatMap((node) => [node, ...many(node['@graph']).filter(isObject)])
    .slice(0, NODES_MAX)
}

/** When an event takes place, as ISO 8601 has it; an hour where it names no end. */
function timeOf(event: JsonObject, context: TimeContext): EventTime | null {
  const [start, end] = [event.startDate, event.endDate].map((value) => {
    const text = textOf(value).trim()
    return TIME.test(text) ? findDates(text.replace(' ', 'T'), context)[0]?.time : undefined
  })
  if (start?.kind === 'day')
    return end?.kind === 'day' && end.end > start.end ? { ...start, end: end.end } : start
  if (start?.kind !== 'instant' || end?.kind !== 'instant') return start ?? null
  return end.start > start.start
    ? { ...start, end: end.start }
    : { kind: 'unclear', text: textOf(event.startDate), reason: BACKWARDS }
}

function placeText(place: unknown): string {
  const [first] = many(place)
  if (!isObject(first)) return textOf(first)
  const { address } = first
  const parts = isObject(address)
    ? ['streetAddress', 'postalCode', 'addressLocality', 'addressCountry'].map((key) =>
        isObject(address[key]) ? textOf(address[key].name) : textOf(address[key]),
      )
    : [textOf(address)]
  return [textOf(first.name), ...parts, textOf(first.url)].filter(Boolean).join(', ')
}

/** An identifier that stays the same in every mail about the event, or null. */
function uidOf(event: JsonObject, reservation: JsonObject | null): string | null {
  const id = textOf(reservation?.reservationNumber ?? reservation?.reservationId)
  const named = id || textOf(reservation?.['@id']) || textOf(event['@id'])
  return named.trim() === '' ? null : `json-ld:${named.trim().slice(0, 500)}`
}

function proposalOf(
  event: JsonObject,
  reservation: JsonObject | null,
  context: TimeContext,
): EventProposal | null {
  const uid = uidOf(event, reservation)
  const states = [reservation?.reservationStatus, reservation?.status, event.eventStatus]
  const isCancelled = states.some((state) => CANCELLED.test(textOf(state)))
  const summary = plainLine(withoutAddresses(textOf(event.name)), SUMMARY_MAX)
  const words = textOf(event.startDate).slice(0, 16).replace('T', ' ')
  const time = timeOf(event, context)
  if (!time || (isCancelled && uid === null)) return null
  const modified = Date.parse(textOf(reservation?.modifiedTime))
  return {
    source: 'json-ld',
    method: isCancelled ? 'cancel' : 'request',
    uid,
    sequence: 0,
    recurrenceId: null,
    stamp: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    summary,
    location: placeLine(placeText(event.location), () => true),
    time,
    evidence: `${isCancelled ? 'Cancelled' : 'Reservation'}: ${summary || 'no title'}, ${words}`,
    isProven: true,
  }
}

/**
 * Appointments of the JSON-LD of one mail (schema.org Event and EventReservation), at most 20. An
 * event that was called off counts as a cancellation only where it has an identifier. A time
 * without an offset is read in the user's zone if the sender keeps the same time, else it is
 * unclear. What is no JSON or nothing of these says nothing; never throws.
 */
export function readJsonLd(scripts: readonly string[], context: TimeContext): EventProposal[] {
  const proposals: EventProposal[] = []
  for (const node of scripts.slice(0, SCRIPTS_MAX).flatMap(nodesOf)) {
    const isReservation = isA(RESERVATION, node)
    const event = isReservation ? many(node.reservationFor).find(isObject) : node
    if (!event || !(isReservation || isA(EVENT, node))) continue
    const proposal = proposalOf(event, isReservation ? node : null, context)
    if (proposal) proposals.push(proposal)
    if (proposals.length >= EVENTS_MAX) break
  }
  return proposals
}
