import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '../errors.ts'
import { refusal } from '../platform/http/json.ts'
import type { SignedIn } from '../platform/http/session.ts'

const processFolder = createRoute({
  method: 'post',
  path: '/api/rag/process-folder',
  responses: { default: refusal },
})

/** Folder upload; this version refuses it in a sentence. */
export function retrievalRoutes() {
  return new OpenAPIHono<SignedIn>().openapi(processFolder, () => {
    throw new AppError('NOT_AVAILABLE', 'Folder upload is not available yet.')
  })
}
