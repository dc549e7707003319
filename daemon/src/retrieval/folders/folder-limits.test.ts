import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { fill, putText } from './testing/fill-folder.ts'
import { expectTidy, openFolders } from './testing/folders-under-test.ts'
import { textsOf } from './testing/texts-of.ts'

const MB = 1024 * 1024
const tooManyFiles = { code: 'TOO_LARGE', message: 'An account keeps at most 3 files.' }
const tooManyBytes = {
  code: 'TOO_LARGE',
  message: 'An account keeps files of at most 2 MB in all.',
}

it('takes no more files than an account may have, over all of its folders', async () => {
  const folder = await freshFolder()
  const { store, close } = await openFolders(folder, { limits: { files: 3, bytes: MB } })
  await fill(store, 'ada', 'docs', { 'docs/a': 'a', 'docs/b': 'b' })
  await store.change('ada', 'notes', async (change) => {
    await putText(change, 'notes/a', 'a')
    await expect(putText(change, 'notes/b', 'b')).rejects.toMatchObject(tooManyFiles)
    // one in place of another is no file more
    await putText(change, 'notes/a', 'A')
  })

  expect(await textsOf(store, 'ada')).toMatchObject({ notes: { 'notes/a': 'A' } })
  await expectTidy(folder, store, 'ada')
  await fill(store, 'bob', 'docs', { 'docs/a': 'a', 'docs/b': 'b', 'docs/c': 'c' })
  await close()
  const { store: again } = await openFolders(folder, { limits: { files: 3, bytes: MB } })
  await expect(fill(again, 'ada', 'new', { 'new/a': 'a' })).rejects.toMatchObject(tooManyFiles)
  const [docs] = await again.folders('ada')
  await again.deleteFolder('ada', docs?.id ?? '')
  await fill(again, 'ada', 'new', { 'new/a': 'a', 'new/b': 'b' })
})

it('takes no more bytes than an account may have, as the files were received', async () => {
  const folder = await freshFolder()
  const { store } = await openFolders(folder, { limits: { files: 100, bytes: 2 * MB } })
  const large = 'x'.repeat(1.5 * MB)
  await store.change('ada', 'docs', async (change) => {
    await putText(change, 'docs/a', large)
    await expect(putText(change, 'docs/b', large)).rejects.toMatchObject(tooManyBytes)
    await putText(change, 'docs/a', large.replaceAll('x', 'y'))
    await putText(change, 'docs/c', 'x'.repeat(0.5 * MB))
    await expect(putText(change, 'docs/d', 'd')).rejects.toMatchObject(tooManyBytes)
  })

  const [first] = await store.files('ada')
  await store.deleteFiles('ada', [first?.id ?? ''])
  await fill(store, 'ada', 'docs', { 'docs/a': large })
  await expect(fill(store, 'ada', 'docs', { 'docs/d': 'd' })).rejects.toMatchObject(tooManyBytes)
  expect((await store.files('ada')).map(({ path }) => path)).toEqual(['docs/a', 'docs/c'])
  await expectTidy(folder, store, 'ada')
})

it('lets no more in when many come at once', async () => {
  const folder = await freshFolder()
  const { store } = await openFolders(folder, { limits: { files: 3, bytes: MB } })
  const outcomes: PromiseSettledResult<void>[] = []
  await store.change('ada', 'docs', async (change) => {
    const puts = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => putText(change, `docs/${name}`, name))
    outcomes.push(...(await Promise.allSettled(puts)))
  })

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await store.folders('ada'))[0]?.files).toBe(3)
  await expectTidy(folder, store, 'ada')
})
