import { CallFailed } from '@shortlist/client/call-failed'
import { expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'

it.each([
  [
    new CallFailed(0, 'fetch failed'),
    'Backend server is not running. Please start the backend server.',
  ],
  [
    new CallFailed(500, 'Internal', { reason: 'proxy' }),
    'Backend server is not running. Please start the backend server.',
  ],
  [
    new CallFailed(404, 'Not Found', { reason: 'missing' }),
    'API endpoint not found. Please check the backend configuration.',
  ],
  [
    new CallFailed(200, 'OK', { reason: 'unexpected' }),
    'Server returned an unexpected response. Please check the backend server.',
  ],
  [new CallFailed(404, 'Chat not found'), 'Chat not found'],
  [new Error('a bug'), 'Failed to load messages'],
])('puts %s into words', (error, text) => {
  expect(describeFailure(error, 'Failed to load messages')).toBe(text)
})
