import { expect, it } from 'vitest'
import { shortenPath } from './sources.tsx'

it.each([
  ['src/a.ts', 'src/a.ts'],
  ['notes/exactly-thirty-chars.tsx', 'notes/exactly-thirty-chars.tsx'],
  ['shortlist/daemon/src/platform/storage/append-file.ts', 'shortlist/…/append-file.ts'],
  ['app/some/where/deep/src/chat/store.ts', 'app/…/deep/src/chat/store.ts'],
  ['my-very-long-folder-name/and-a-file.ts', '…/and-a-file.ts'],
  ['folder/a-name-that-is-too-long-by-itself.test.ts', 'a-name-that-is-…itself.test.ts'],
  ['a-file-without-any-folder-around-it.ts', 'a-file-without-…r-around-it.ts'],
  ['', ''],
])('shortens %j to %j', (path, shortened) => {
  expect(shortenPath(path, 30)).toBe(shortened)
})

it.each([
  `root/${'😀'.repeat(80)}.md`,
  `root/${'x/'.repeat(400)}end.md`,
  '/'.repeat(90),
  `${'a'.repeat(90)}/b`,
  `b/${'a'.repeat(90)}/`,
])('gives at most as many whole characters as asked for: %j', (path) => {
  const shortened = shortenPath(path, 30)

  expect([...shortened].length).toBeLessThanOrEqual(30)
  expect(shortened).toContain('…')
  expect(shortened.isWellFormed()).toBe(true)
})
