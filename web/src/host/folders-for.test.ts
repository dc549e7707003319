import { expect, it } from 'vitest'
import { foldersFor, isAppPath } from './folders-for.ts'
import { paths } from './paths.ts'

const own = [
  paths.home,
  paths.newChat,
  paths.chat('demo-user_1'),
  paths.mail,
  paths.signIn,
  paths.signUp,
  paths.signedOut,
]

it.each(['/', '/shortlist/', '/apps/shortlist/', '/my%20apps/'])(
  'finds %s first from every address of the app',
  (folder) => {
    for (const path of own) {
      const [first] = foldersFor(folder + path.slice(1))

      expect(first).toBe(folder)
      expect(isAppPath(folder + path.slice(1))).toBe(true)
    }
  },
)

it('goes up from an address that the app does not have', () => {
  expect(foldersFor('/apps/shortlist/nothing/here')).toEqual([
    '/apps/shortlist/nothing/',
    '/apps/shortlist/nothing/here/',
    '/apps/shortlist/',
    '/apps/',
    '/',
  ])
  expect(isAppPath('/apps/shortlist/nothing/here')).toBe(false)
})

it('also thinks of a folder that is named like a page', () => {
  expect(foldersFor('/chat/')).toEqual(['/', '/chat/'])
  expect(foldersFor('/chat/chat/7')).toEqual(['/chat/', '/chat/chat/7/', '/chat/chat/', '/'])
})

it('has nowhere else to go at the root', () => {
  expect(foldersFor('/')).toEqual(['/'])
})

it('leaves no folder out that another slash would make a host of', () => {
  for (const folder of foldersFor('//evil.test/a')) expect(folder).not.toMatch(/^\/\//)
})
