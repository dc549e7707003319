import { Hono } from 'hono'
import type { ArrivedFile, FakeFolders } from './fake-folders.ts'
import { refuse } from './tiny-refusal.ts'

/** A field of a form: its name, and its text or the name of its file. */
export type FormField = readonly [name: string, value: string]

/** The calls about folders over folders in memory; `hear` gets the fields of each upload in order. */
export function tinyFolders(
  folders: FakeFolders,
  hear: (fields: readonly FormField[]) => void,
): Hono {
  return new Hono()
    .post('/process-folder', async (c) => {
      const form = [...(await c.req.raw.formData())]
      hear(form.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
      const arrived = await Promise.all(form.flatMap(([, value]) => arrive(value)))
      return c.json(folders.receive(arrived))
    })
    .get('/folders/:userId', (c) => c.json({ folders: folders.list(), unembedded: 0 }))
    .delete('/folders/:userId/:folderId', (c) => {
      folders.remove(c.req.param('folderId'))
      return c.json({ message: 'Folder removed successfully' })
    })
    .get('/files/:userId', (c) => c.json({ message: 'Found files', files: folders.files() }))
    .delete('/files/:userId', async (c) => {
      folders.removeFiles((await c.req.json()).fileIds)
      return c.json({ message: 'Removed files' })
    })
    .get('/sources/:userId/:fileId', (c) => {
      const firstLine = Number(c.req.query('first'))
      const lastLine = Number(c.req.query('last'))
      const fileId = c.req.param('fileId')
      const path = folders.files().find(({ id }) => id === fileId)?.path ?? ''
      return c.json(folders.open({ fileId, path, firstLine, lastLine, heading: '' }))
    })
    .onError(refuse)
}

function arrive(value: FormDataEntryValue): Promise<ArrivedFile>[] {
  if (typeof value === 'string') return []
  return [value.text().then((text) => ({ path: value.name, text }))]
}
