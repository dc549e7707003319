import { expect, it } from 'vitest'
import { isFiltering, mailsMeant, noFilter, readFilter, writeFilter } from './use-email-filter.ts'

it('asks for what is chosen, and takes a family for all of its categories', () => {
  expect(mailsMeant(noFilter)).toEqual({ view: 'everything' })
  expect(mailsMeant({ ...noFilter, view: 'done', priority: 'high', category: 'reading' })).toEqual({
    view: 'done',
    priority: 'high',
    category: ['learning', 'tools', 'newsletter'],
  })
})

it('searches from two letters on', () => {
  expect(mailsMeant({ ...noFilter, q: ' a ' })).toEqual({ view: 'everything' })
  expect(mailsMeant({ ...noFilter, q: ' ab ' })).toEqual({ view: 'everything', q: 'ab' })
})

it('does not take an order for a filter', () => {
  expect(isFiltering({ ...noFilter, sort: 'priority' })).toBe(false)
  expect(isFiltering({ ...noFilter, category: 'tools' })).toBe(true)
})

it('reads what stands in the address', () => {
  const parameters = new URLSearchParams(
    'view=done&priority=high&category=job_offer&sort=priority&q=offer&mail=m1',
  )

  expect(readFilter(parameters)).toEqual({
    view: 'done',
    priority: 'high',
    category: 'job_offer',
    sort: 'priority',
    q: 'offer',
    mail: 'm1',
  })
})

it.each([
  '',
  'view=spam&priority=urgent&category=spam&sort=size',
  'priority=__proto__&category=toString',
])('takes %j for no choice', (text) => {
  expect(readFilter(new URLSearchParams(text))).toEqual(noFilter)
})

it('reads back what it wrote, and leaves other parameters alone', () => {
  const filter = { ...noFilter, priority: 'low', category: 'reading' } as const
  const written = writeFilter(new URLSearchParams('tour=1&priority=high'), filter)

  expect(written.get('tour')).toBe('1')
  expect(readFilter(written)).toEqual(filter)
})

it('leaves no trace of what is not chosen', () => {
  const parameters = new URLSearchParams('priority=high&category=tools&sort=priority')

  expect(`${writeFilter(parameters, noFilter)}`).toBe('')
  expect(`${parameters}`).not.toBe('')
})
