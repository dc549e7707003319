import '../../testing/with-fake-browser.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { type FakeAnswers, fakeAnswers } from '../../testing/fake-answers.ts'
import { type FakePermissions, fakePermissions } from '../../testing/fake-permissions.ts'
import { type DaemonState, watchDaemon } from './watch-daemon.ts'

const address = 'http://localhost:4000'
let permissions: FakePermissions
let answers: FakeAnswers

beforeEach(() => {
  vi.useFakeTimers()
  permissions = fakePermissions(`${address}/*`)
  answers = fakeAnswers({ [address]: 'daemon 0.2.0' })
})

function watch() {
  const heard: DaemonState[] = []
  const looks: number[] = []
  const begin = Date.now()
  const watching = watchDaemon(address, (state) => {
    heard.push(state)
    looks.push(Date.now() - begin)
  })
  return { ...watching, heard, looks }
}

it.each<[who: FakeAnswers['at'][string], state: DaemonState]>([
  ['daemon 0.2.0', { kind: 'ready' }],
  ['daemon 1.4.0', { kind: 'ready' }],
  ['daemon 0.1.0', { kind: 'old', version: '0.1.0' }],
  ['a daemon that refuses', { kind: 'refuses' }],
  ['a web server', { kind: 'foreign' }],
  ['nobody', { kind: 'nobody' }],
])('says how it stands with %s', async (who, state) => {
  answers.at[address] = who
  const { heard, look } = watch()

  await look()

  expect(heard).toEqual([state])
})

it('asks nobody without access', async () => {
  permissions.takeBack(`${address}/*`)
  const { heard, look } = watch()

  await look()

  expect(heard).toEqual([{ kind: 'no-access' }])
  expect(answers.asked).toEqual([])
})

it('looks again after 3 seconds, then at longer intervals up to 15', async () => {
  answers.at[address] = 'nobody'
  const { looks } = watch()

  await vi.advanceTimersByTimeAsync(60_000)

  expect(looks).toEqual([0, 3000, 9000, 21_000, 36_000, 51_000])
})

it('begins with 3 seconds again after somebody has asked', async () => {
  answers.at[address] = 'nobody'
  const { looks, look } = watch()
  await vi.advanceTimersByTimeAsync(10_000)

  await look()
  await vi.advanceTimersByTimeAsync(3000)

  expect(looks).toEqual([0, 3000, 9000, 10_000, 13_000])
})

it('begins with 3 seconds again when another one answers', async () => {
  answers.at[address] = 'nobody'
  const { looks } = watch()
  await vi.advanceTimersByTimeAsync(10_000)

  answers.at[address] = 'a web server'
  await vi.advanceTimersByTimeAsync(14_000)

  expect(looks).toEqual([0, 3000, 9000, 21_000, 24_000])
})

it('looks no more by itself once the daemon is ready', async () => {
  answers.at[address] = 'nobody'
  const { heard } = watch()
  await vi.advanceTimersByTimeAsync(0)

  answers.at[address] = 'daemon 0.2.0'
  await vi.advanceTimersByTimeAsync(60_000)

  expect(heard).toEqual([{ kind: 'nobody' }, { kind: 'ready' }])
})

it('tells nothing more after its end', async () => {
  answers.at[address] = 'nobody'
  const { heard, stop } = watch()

  stop()
  await vi.advanceTimersByTimeAsync(60_000)

  expect(heard).toEqual([])
  // the look that was under way
  expect(answers.asked).toHaveLength(1)
})
