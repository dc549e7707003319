import { expect, it } from 'vitest'
import { noFilter } from './matches-filter.ts'
import { readFilter, writeFilter } from './use-email-filter.ts'

it('reads what stands in the address', () => {
  const parameters = new URLSearchParams('priority=high&category=job_offer&sort=priority')

  expect(readFilter(parameters)).toEqual({
    priority: 'high',
    category: 'job_offer',
    sort: 'priority',
  })
})

it.each(['', 'priority=urgent&category=spam&sort=size', 'priority=__proto__&category=toString'])(
  'takes %j for no choice',
  (text) => {
    expect(readFilter(new URLSearchParams(text))).toEqual(noFilter)
  },
)

it('reads back what it wrote, and leaves other parameters alone', () => {
  const filter = { priority: 'low', category: 'reading', sort: 'newest' } as const
  const written = writeFilter(new URLSearchParams('tour=1&priority=high'), filter)

  expect(written.get('tour')).toBe('1')
  expect(readFilter(written)).toEqual(filter)
})

it('leaves no trace of what is not chosen', () => {
  const parameters = new URLSearchParams('priority=high&category=tools&sort=priority')

  expect(`${writeFilter(parameters, noFilter)}`).toBe('')
  expect(`${parameters}`).not.toBe('')
})
