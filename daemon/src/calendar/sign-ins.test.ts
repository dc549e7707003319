import { describe, expect, it } from 'vitest'
import { SignIns } from './sign-ins.ts'
import { NOW } from './testing/proposals.ts'

const start = { userId: 'ada', sessionId: 'session', origin: 'http://localhost:3000' }
const redirectUri = 'http://localhost:4000/api/calendar/callback'
const code = undefined

function open() {
  const clock = { now: NOW }
  return { clock, signIns: new SignIns(() => clock.now) }
}

describe('a sign-in that comes back', () => {
  it.each([
    ['of another account', { userId: 'bob' }],
    ['of another session', { sessionId: 'other' }],
    ['without a session', { userId: undefined, sessionId: undefined }],
    ['without its cookie', { transaction: undefined }],
    ['with another cookie', { transaction: 'x'.repeat(43) }],
  ])('%s counts for nobody, and is used up', (_, changes) => {
    const { signIns } = open()
    const { state, transaction } = signIns.begin(start, redirectUri)
    const back = { ...start, transaction, state, code }

    expect(signIns.take({ ...back, ...changes }).mine).toBeUndefined()
    expect(signIns.take(back).mine).toBeUndefined()
  })

  it('counts for ten minutes', () => {
    const { signIns, clock } = open()
    const [early, late] = [signIns.begin(start, redirectUri), signIns.begin(start, redirectUri)]

    clock.now = new Date(NOW.getTime() + 599_999)
    expect(signIns.take({ ...start, ...early, code }).mine).toBeDefined()
    clock.now = new Date(NOW.getTime() + 600_000)
    expect(signIns.take({ ...start, ...late, code }).mine).toBeUndefined()
  })
})

it('keeps the last five of an account, and those of others', () => {
  const { signIns } = open()
  const other = signIns.begin({ ...start, userId: 'bob' }, redirectUri)
  const own = Array.from({ length: 7 }, () => signIns.begin(start, redirectUri))

  const counting = own.filter((each) => signIns.take({ ...start, ...each, code }).mine)
  expect(counting).toEqual(own.slice(2))
  expect(signIns.take({ ...start, userId: 'bob', ...other, code }).mine).toBeDefined()
})

it('keeps a thousand at most', () => {
  const { signIns } = open()
  const all = Array.from({ length: 1001 }, (_, at) => {
    const from = { ...start, userId: `user-${at}` }
    return { from, begun: signIns.begin(from, redirectUri) }
  })
  const counting = all.filter(({ from, begun }) => signIns.take({ ...from, ...begun, code }).mine)

  expect(counting).toEqual(all.slice(1))
})
