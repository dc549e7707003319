import { beforeAll, expect, it } from 'vitest'
import { choose, inFolder, loadUpload, openUpload } from '../../testing/open-upload.tsx'

beforeAll(loadUpload)

/** Files of nearly 2 MB each. */
function largeFiles(count: number): File[] {
  const text = 'x'.repeat(2_000_000)
  return Array.from({ length: count }, (_, at) => inFolder(`proj/${at}.md`, text))
}

it('names what is left out for a reason on demand, and counts what it does not name', async () => {
  const { menu, user } = await openUpload()
  const pictures = Array.from({ length: 1200 }, (_, at) => inFolder(`proj/${at}.png`))
  choose(...pictures, inFolder('proj/.env'))
  const secrets = await menu.findByText('1 file: This looks like a secret.')
  expect(menu.queryByText('proj/.env')).toBeNull()

  await user.click(secrets)
  await user.click(menu.getByText('1,200 files: Images are not read.'))

  expect(await menu.findByText('proj/.env')).toBeVisible()
  expect(menu.getAllByText(/^proj\/\d+\.png$/)).toHaveLength(100)
  expect(menu.getByText('and 1,100 more')).toBeVisible()
})

it('says that nothing of a folder can be uploaded', async () => {
  const { menu } = await openUpload()

  choose(inFolder('proj/logo.png'))

  expect(await menu.findByText('No file of this folder can be uploaded.')).toBeVisible()
  expect(menu.getByText('proj')).toBeVisible()
  expect(menu.getByText('1 file: Images are not read.')).toBeVisible()
  expect(menu.queryByRole('button', { name: /^Upload/ })).toBeNull()
})

it.each([
  [
    'files',
    Array.from({ length: 5001 }, (_, at) => inFolder(`proj/${at}.md`)),
    /^These are 5,001 files, and 5,000/,
  ],
  ['bytes', largeFiles(27), /^This is 51 MB, and 50 MB/],
])('refuses too many %s and says what can be done', async (_, files, text) => {
  const { menu, calls, user } = await openUpload()

  choose(...files)

  const alert = await menu.findByRole('alert', {}, { timeout: 10_000 })
  expect(alert).toHaveTextContent(text)
  expect(alert).toHaveTextContent('Choose a folder inside it, or name what is not needed in a')
  expect(menu.queryByRole('button', { name: /^Upload/ })).toBeNull()
  await user.click(menu.getByRole('button', { name: 'Cancel' }))
  expect(menu.queryByRole('alert')).toBeNull()
  expect(calls.map(([name]) => name)).not.toContain('folders.upload')
})
