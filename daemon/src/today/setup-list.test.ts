import { expect, it } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import type { SetupState } from './ports.ts'
import { openSetupLists } from './setup-list.ts'

const nothing = { sample: false, mailbox: false, model: false, calendar: false, folder: false }
const everything = { sample: true, mailbox: true, model: true, calendar: true, folder: true }

async function opened() {
  const folder = await freshFolder()
  const seen: string[] = []
  let time = Date.parse('2026-11-28T09:00:00Z')
  const open = () =>
    openSetupLists({
      folder,
      report: () => {},
      onPanel: (userId) => seen.push(userId),
      now: () => new Date(time),
    })
  return { lists: await open(), open, seen, pass: (hours: number) => (time += hours * 3_600_000) }
}

async function doneIn(lists: Awaited<ReturnType<typeof opened>>['lists'], state: SetupState) {
  const { lines } = await lists.read('ada', state)
  return lines.filter(({ isDone }) => isDone).map(({ line }) => line)
}

it('crosses off whatever is there, in any order, and takes back what went', async () => {
  const { lists } = await opened()
  const names = Object.keys(nothing) as (keyof typeof nothing)[]

  for (const first of names) {
    expect(await doneIn(lists, { ...nothing, [first]: true })).toEqual([first])
    for (const second of names) {
      const state = { ...nothing, [first]: true, [second]: true }
      const both = names.filter((name) => name === first || name === second)
      expect(await doneIn(lists, state)).toEqual(both)
    }
  }
  expect(await doneIn(lists, nothing)).toEqual([])
})

it('leaves out what is not for this account to choose', async () => {
  const { lists } = await opened()

  const { lines } = await lists.read('bob', { ...nothing, model: null })

  expect(lines.map(({ line }) => line)).toEqual([
    'sample',
    'mailbox',
    'calendar',
    'folder',
    'panel',
  ])
})

it('knows the panel from when it was seen, and tells of it once', async () => {
  const { lists, open, seen } = await opened()

  await lists.seePanel('ada')
  await lists.seePanel('ada')

  expect(seen).toEqual(['ada'])
  expect(await doneIn(await open(), nothing)).toEqual(['panel'])
  expect((await lists.read('bob', nothing)).lines.at(-1)).toEqual({ line: 'panel', isDone: false })
})

it('stays hidden until it is asked for again', async () => {
  const { lists, open } = await opened()

  await lists.hide('ada', true)

  const after = await open()
  expect((await after.read('ada', nothing)).isHidden).toBe(true)
  expect((await after.read('bob', nothing)).isHidden).toBe(false)
  await after.hide('ada', false)
  expect((await after.read('ada', nothing)).isHidden).toBe(false)

  await after.seePanel('ada')
  await after.forget('ada')
  expect(await doneIn(await open(), nothing)).toEqual([])
})

it('says for a day that everything is set up, then goes, and comes back where something is missing', async () => {
  const { lists, pass } = await opened()
  await lists.seePanel('ada')
  const isHidden = async (state: SetupState) => (await lists.read('ada', state)).isHidden
  expect(await isHidden(everything)).toBe(false)

  pass(23)
  expect(await isHidden(everything)).toBe(false)
  pass(1)
  expect(await isHidden(everything)).toBe(true)
  expect(await isHidden({ ...everything, folder: false })).toBe(false)

  await lists.hide('ada', false)
  expect(await isHidden(everything)).toBe(false)
})
