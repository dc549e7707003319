import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { UserPath } from '@shortlist/contracts/accounts'
import { Done } from '@shortlist/contracts/chat'
import {
  FileList,
  FilePath,
  FilesToRemove,
  FolderList,
  FolderPath,
  LineQuery,
  SourceView,
  UploadReply,
} from '@shortlist/contracts/retrieval'
import { AppError } from '../errors.ts'
import { jsonBody, refuseInvalid, replies } from '../platform/http/json.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import type { Retrieval } from './retrieval.ts'

const processFolder = createRoute({
  method: 'post',
  path: '/api/rag/process-folder',
  description:
    'Form data: `files`, repeated, each with its path relative to the folder as file name, and `userId`.',
  // the body is read as it arrives, so no schema may ask for it
  responses: replies(UploadReply, 'What became of each file'),
})

const listFolders = createRoute({
  method: 'get',
  path: '/api/rag/folders/{userId}',
  request: { params: UserPath },
  responses: replies(FolderList, 'The folders of the account, by name'),
})

const deleteFolder = createRoute({
  method: 'delete',
  path: '/api/rag/folders/{userId}/{folderId}',
  request: { params: FolderPath },
  responses: replies(Done, 'Nothing of this folder is kept any more'),
})

const listFiles = createRoute({
  method: 'get',
  path: '/api/rag/files/{userId}',
  request: { params: UserPath },
  responses: replies(FileList, 'The files of the account, by path'),
})

const deleteFiles = createRoute({
  method: 'delete',
  path: '/api/rag/files/{userId}',
  request: { params: UserPath, ...jsonBody(FilesToRemove) },
  responses: replies(Done, 'Nothing of these files is kept any more'),
})

const showSource = createRoute({
  method: 'get',
  path: '/api/rag/sources/{userId}/{fileId}',
  request: { params: FilePath, query: LineQuery },
  responses: replies(SourceView, 'The lines, with those around them'),
})

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
      await retrieval.deleteFolder(ownId(c, userId), folderId)
      return c.json({ message: 'Folder removed successfully' }, 200)
    })
    .openapi(listFiles, async (c) => {
      const files = await retrieval.files(ownId(c, c.req.valid('param').userId))
      return c.json({ message: `Found ${files.length} files`, files }, 200)
    })
    .openapi(deleteFiles, async (c) => {
      const userId = ownId(c, c.req.valid('param').userId)
      const deleted = await retrieval.deleteFiles(userId, c.req.valid('json').fileIds)
      return c.json({ message: `Removed ${deleted} files` }, 200)
    })
    .openapi(showSource, async (c) => {
      const { userId, fileId } = c.req.valid('param')
      const lines = c.req.valid('query')
      return c.json(await retrieval.openSource(ownId(c, userId), fileId, lines), 200)
    })
}
