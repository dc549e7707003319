import { expect, it } from 'vitest'
import { cn } from './class-names.ts'

it('keeps the later one of two that set the same thing, state by state', () => {
  expect(cn('size-9 p-0 text-text-2 hover:bg-surface', 'size-8 text-text hover:bg-accent')).toBe(
    'p-0 size-8 text-text hover:bg-accent',
  )
  expect(cn('h-8 px-2.5 border border-border', 'h-6 px-2 border-transparent')).toBe(
    'border h-6 px-2 border-transparent',
  )
})

it('takes a size of type for no colour', () => {
  expect(cn('text-meta text-text-2 text-left', 'text-caption')).toBe(
    'text-text-2 text-left text-caption',
  )
})

it('is watched in each test of a component: what it does not know is found', () => {
  expect(() => cn('opacity-60', 'opacity-100')).toThrow('cn() must know more of Tailwind')
})
