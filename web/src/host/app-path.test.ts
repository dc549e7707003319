import { expect, it } from 'vitest'
import { folderOf } from './app-path.ts'

it('is what the build was made for', () => {
  expect(folderOf('/', 'http://localhost:4000/assets/index-1.js')).toBe('/')
})

it.each([
  ['https://pages.test/assets/index-1.js', '/'],
  ['https://pages.test/apps/shortlist/assets/index-1.js', '/apps/shortlist/'],
  ['https://pages.test/my%20apps/assets/index-1.js', '/my%20apps/'],
])('is found by the script %s of a build for any path', (script, folder) => {
  expect(folderOf('./', script)).toBe(folder)
})
