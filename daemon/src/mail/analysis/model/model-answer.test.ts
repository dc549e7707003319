import { describe, expect, it } from 'vitest'
import { strictSchema } from '../../../platform/llm/server/answer-in-json.ts'
import { ModelAnswer } from './analyze-by-model.ts'

/** llama.cpp takes no repetition of 2,000 and more. */
const LONGEST = 1999

type Schema = {
  type: string
  enum?: unknown[]
  pattern?: string
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
}

const good = {
  category: 'job_interview',
  priority: 'high',
  sentiment: 'positive',
  hasInterview: true,
  hasDeadline: false,
  summary: 'A call.',
  actionItems: ['Reply'],
  draftResponse: 'Hi',
  events: [
    {
      summary: 'Call',
      location: '',
      date: '2026-03-05',
      start: '14:00',
      end: '',
      zoneWords: 'CET',
      quote: 'Thursday 5 March at 14:00 CET',
    },
  ],
}

/** The paths of everything in a schema that a model could let run on, or add to. */
function unboundedParts(schema: Schema, path: string): string[] {
  const parts = Object.entries(schema.properties ?? {})
  const inner = parts.flatMap(([key, part]) => unboundedParts(part, `${path}.${key}`))
  const items = schema.items ? unboundedParts(schema.items, `${path}[]`) : []
  return [...(isBounded(schema) ? [] : [path]), ...items, ...inner]
}

function isBounded(schema: Schema): boolean {
  switch (schema.type) {
    case 'boolean':
      return true
    case 'string':
      return !!schema.enum || !!schema.pattern || (schema.maxLength ?? Infinity) <= LONGEST
    case 'array':
      return schema.maxItems !== undefined && !!schema.items
    case 'object':
      return (
        schema.additionalProperties === false &&
        schema.required?.length === Object.keys(schema.properties ?? {}).length
      )
    default:
      return false
  }
}

describe('the answer that is asked of the model', () => {
  it('is bounded in all its parts, and closed', () => {
    const schema = strictSchema(ModelAnswer) as Schema

    expect(Object.keys(schema.properties ?? {})).toHaveLength(9)
    expect(unboundedParts(schema, 'answer')).toEqual([])
  })

  it('keeps what fits as it is', () => {
    expect(ModelAnswer.parse(good)).toEqual(good)
  })

  it('cuts what is too long or too much instead of refusing it', () => {
    const [event] = good.events
    const read = ModelAnswer.parse({
      ...good,
      summary: 'x'.repeat(5_000_000),
      actionItems: Array(300).fill('y'.repeat(900)),
      events: Array(500).fill({ ...event, quote: 'z'.repeat(9000) }),
    })

    expect(read.summary).toHaveLength(600)
    expect(read.actionItems).toHaveLength(10)
    expect(read.actionItems[0]).toHaveLength(200)
    expect(read.events).toHaveLength(5)
    expect(read.events[0]?.quote).toHaveLength(400)
  })

  it('drops keys that it does not have', () => {
    const [event] = good.events
    const hostile = JSON.parse(
      JSON.stringify({ ...good, events: [{ ...event, attendees: ['a@evil.example'] }] }).replace(
        '{',
        '{"__proto__":{"isAdmin":true},"calendarId":"other",',
      ),
    )

    const read = ModelAnswer.parse(hostile)

    expect(read).toEqual(good)
    expect('isAdmin' in read).toBe(false)
  })

  it.each([
    ['category', 'urgent'],
    ['priority', 'critical'],
    ['hasInterview', 'yes'],
    ['events', [{ ...good.events[0], date: '31.12.2026' }]],
    ['events', [{ ...good.events[0], start: 'noon' }]],
  ])('refuses a wrong %s', (key, value) => {
    expect(ModelAnswer.safeParse({ ...good, [key]: value }).success).toBe(false)
  })
})
