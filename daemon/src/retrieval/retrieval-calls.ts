import { createRoute } from '@hono/zod-openapi'
import { Done, UserPath } from '@shortlist/contracts/chat'
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
import { jsonBody, replies } from '../platform/http/json.ts'

export const processFolder = createRoute({
  method: 'post',
  path: '/api/rag/process-folder',
  description:
    'Form data: `files`, repeated, each with its path relative to the folder as file name, and `userId`.',
  // the body is read as it arrives, so no schema may ask for it
  responses: replies(UploadReply, 'What became of each file'),
})

export const listFolders = createRoute({
  method: 'get',
  path: '/api/rag/folders/{userId}',
  request: { params: UserPath },
  responses: replies(FolderList, 'The folders of the account, by name'),
})

export const deleteFolder = createRoute({
  method: 'delete',
  path: '/api/rag/folders/{userId}/{folderId}',
  request: { params: FolderPath },
  responses: replies(Done, 'Nothing of this folder is kept any more'),
})

export const listFiles = createRoute({
  method: 'get',
  path: '/api/rag/files/{userId}',
  request: { params: UserPath },
  responses: replies(FileList, 'The files of the account, by path'),
})

export const deleteFiles = createRoute({
  method: 'delete',
  path: '/api/rag/files/{userId}',
  request: { params: UserPath, ...jsonBody(FilesToRemove) },
  responses: replies(Done, 'Nothing of these files is kept any more'),
})

export const showSource = createRoute({
  method: 'get',
  path: '/api/rag/sources/{userId}/{fileId}',
  request: { params: FilePath, query: LineQuery },
  responses: replies(SourceView, 'The lines, with those around them'),
})
