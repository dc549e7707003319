import { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '../errors.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import { refuseInvalid } from '../platform/http/validate.ts'
import type { Retrieval } from './retrieval.ts'
import {
  deleteFiles,
  deleteFolder,
  listFiles,
  listFolders,
  processFolder,
  showSource,
} from './retrieval-calls.ts'

/** Folder upload, the list of what is indexed, and looking a source up. */
export function retrievalRoutes(retrieval: Retrieval) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(processFolder, async (c) => {
      const contentType = c.req.header('content-type') ?? ''
      const stream = c.req.raw.body
      if (!stream) throw new AppError('VALIDATION', 'No files provided')
      const { id } = c.var.session.user
      return c.json(await retrieval.upload(id, { contentType, stream }), 200)
    })
    .openapi(listFolders, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      return c.json(await retrieval.folders(userId), 200)
    })
    .openapi(deleteFolder, async (c) => {
      const { userId, folderId } = c.req.valid('param')
      await retrieval.removeFolder(ownId(c, userId), folderId)
      return c.json({ message: 'Folder removed successfully' }, 200)
    })
    .openapi(listFiles, async (c) => {
      const files = await retrieval.files(ownId(c, c.req.valid('param').userId))
      return c.json({ message: `Found ${files.length} files`, files }, 200)
    })
    .openapi(deleteFiles, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      const removed = await retrieval.removeFiles(userId, c.req.valid('json').fileIds)
      return c.json({ message: `Removed ${removed} files` }, 200)
    })
    .openapi(showSource, async (c) => {
      const { userId, fileId } = c.req.valid('param')
      const lines = c.req.valid('query')
      return c.json(await retrieval.openSource(ownId(c, userId), fileId, lines), 200)
    })
}
