import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../../.config/testing/fresh-folder.ts'
import { openGuideLibrary } from './guide-library.ts'

const library = await openGuideLibrary()

it('holds guides for both modes under titles of their own', () => {
  const titles = library.guides.map(({ title }) => title)

  expect(titles.length).toBeGreaterThanOrEqual(40)
  expect(new Set(titles).size).toBe(titles.length)
  expect(new Set(library.guides.map(({ mode }) => mode))).toEqual(
    new Set(['coach', 'chat', 'both']),
  )
})

it.each(library.guides)('keeps "$title" between 250 and 600 words in several sections', (guide) => {
  const text = guide.sections.map(({ heading, text }) => `${heading} ${text}`).join('\n')
  const words = text.split(/\s+/).filter((word) => /\w/.test(word)).length

  expect(words).toBeGreaterThanOrEqual(250)
  expect(words).toBeLessThanOrEqual(600)
  expect(guide.sections.length).toBeGreaterThanOrEqual(4)
  expect(new Set(guide.sections.map(({ heading }) => heading)).size).toBe(guide.sections.length)
})

it('prefers a guide of the mode that is asked in', () => {
  expect(library.find('Where do I start?', 'coach')[0]?.guide.id).toBe('weekly-plan')
  expect(library.find('Where do I start?', 'chat')[0]?.guide.id).toBe('unfamiliar-codebase')
})

it.each([
  ['before', (pasted: string) => `How do I undo my last commit?\n${pasted}`],
  ['after', (pasted: string) => `${pasted}\nHow do I undo my last commit?`],
])('finds the question %s a long pasted text', (_, ask) => {
  const pasted = 'lorem ipsum '.repeat(2500)

  expect(library.find(ask(pasted), 'chat')[0]?.guide.id).toBe('git-rescue')
})

it('finds nothing for a wall of letters', () => {
  expect(library.find('interview'.repeat(3500), 'coach')).toEqual([])
})

it('finds a guide of the other mode where this one has none', () => {
  expect(library.find('git merge conflict', 'coach')[0]?.guide.id).toBe('git-rescue')
})

it('gives at most three sections, each guide with its opening and in reading order', () => {
  const found = library.find('Do you have a template for a follow-up mail?', 'coach')

  const positions = found.flatMap(({ guide, sections }) =>
    sections.map((section) => guide.sections.indexOf(section)),
  )
  expect(positions.length).toBeLessThanOrEqual(3)
  expect(positions[0]).toBe(0)
  expect(found[0]?.sections.map(({ heading }) => heading)).toContain(
    'Template for the first follow-up',
  )
})

it('names up to three near topics where no guide answers', () => {
  const question = 'can I work from Spain for a German company'

  expect(library.find(question, 'coach')).toEqual([])
  const nearest = library.nearest(question, 'coach').map(({ id }) => id)
  expect(nearest).toContain('remote-work')
  expect(nearest.length).toBeLessThanOrEqual(3)
})

it('says how much of a question a text holds', () => {
  const question = 'When does the tide gauge import run?'

  expect(library.coverage(question, 'The import of every tide gauge runs at noon.')).toBe(1)
  expect(library.coverage(question, 'Tide tables')).toBeGreaterThan(0)
  expect(library.coverage(question, 'Tide tables')).toBeLessThan(0.5)
  expect(library.coverage(question, 'importTide(tideGauge)')).toBeGreaterThan(0.5)
  expect(library.coverage('What is this?', 'anything')).toBe(0)
})

it.each([
  ['without front matter', 'Just text.', 'does not begin with front matter'],
  ['with an unknown mode', '---\ntitle: A\nmode: cook\nkeywords: [a]\n---\n\nText.\n', 'mode'],
  ['without keywords', '---\ntitle: A\nmode: chat\n---\n\nText.\n', 'keywords'],
])('refuses a guide %s and names it', async (_, source, reason) => {
  const folder = await freshFolder()
  await writeFile(join(folder, 'broken.md'), source)

  const opening = openGuideLibrary(pathToFileURL(`${folder}/`))

  await expect(opening).rejects.toThrow(reason)
  await expect(opening).rejects.toThrow('broken')
})
