import { z } from 'zod'

/**
 * A place in the user's files that a reply was given. Lines count from 1; of a document without
 * lines they are those of its text. `fileId` names the file as it was then.
 */
export const Source = z
  .object({
    fileId: z.string(),
    path: z.string(),
    firstLine: z.number().int().min(1),
    lastLine: z.number().int().min(1),
    /** Where in the file, such as a heading, a function or "Page 2"; empty where nothing says it. */
    heading: z.string(),
  })
  .meta({ id: 'Source' })
export type Source = z.infer<typeof Source>
