import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { selectReceived } from './process-folder.ts'
import { receiveUpload } from './receive-upload.ts'
import { filePart, formOf } from './testing/raw-form.ts'

let spool: string

beforeEach(async () => {
  spool = join(await freshFolder(), 'uploads')
})

it('applies the .gitignore files that were uploaded', async () => {
  const upload = await receiveUpload(
    formOf(
      filePart('proj/notes/a.md', 'a'),
      filePart('proj/notes/drafts/b.md', 'b'),
      filePart('proj/.env', 'A=1'),
      filePart('proj/.gitignore', 'drafts/\n*.log\n!keep.log\n'),
      filePart('proj/a.log', 'a'),
      filePart('proj/keep.log', 'a'),
      filePart('proj/sub/.gitignore', 'only-here.md\n'),
      filePart('proj/sub/only-here.md', 'a'),
      filePart('proj/only-here.md', 'a'),
      filePart('proj/Cargo.toml', 'a'),
      filePart('proj/target/a.d', 'a'),
    ),
    spool,
  )

  const { kept, refused } = await selectReceived(upload)

  expect(kept.map(({ path }) => path)).toEqual([
    'proj/notes/a.md',
    'proj/.gitignore',
    'proj/keep.log',
    'proj/sub/.gitignore',
    'proj/only-here.md',
    'proj/Cargo.toml',
  ])
  const ignored = 'A .gitignore file leaves it out.'
  expect(refused).toEqual([
    { path: 'proj/.env', status: 'skipped', reason: 'This looks like a secret.' },
    { path: 'proj/notes/drafts/b.md', status: 'skipped', reason: ignored },
    { path: 'proj/a.log', status: 'skipped', reason: ignored },
    { path: 'proj/sub/only-here.md', status: 'skipped', reason: ignored },
    { path: 'proj/target/a.d', status: 'skipped', reason: 'Build output is not read.' },
  ])
})

it('keeps all that was received where there are no rules', async () => {
  const upload = await receiveUpload(
    formOf(filePart('p/a.md', 'a'), filePart('p/b.md', 'b')),
    spool,
  )

  const { kept, refused } = await selectReceived(upload)

  expect(kept).toEqual(upload.files)
  expect(refused).toEqual([])
})

it('ends rules that take too long', async () => {
  const deep = `${'a/'.repeat(14)}b.md`
  const rule = `${'/**/a'.repeat(9)}/**/c\n`
  const upload = await receiveUpload(
    formOf(filePart('.gitignore', rule.repeat(20_000)), filePart(deep, 'a')),
    spool,
  )

  const selected = selectReceived(upload, { milliseconds: 200, megabytes: 256 })

  await expect(selected).rejects.toMatchObject({
    code: 'VALIDATION',
    message: 'The .gitignore files of the folder take too long to apply.',
  })
})
