import { z } from 'zod'

/** A model server that answered on one of the well-known local ports. */
export const FoundServer = z
  .object({ name: z.string(), url: z.string(), models: z.array(z.string()) })
  .meta({ id: 'FoundServer' })
export type FoundServer = z.infer<typeof FoundServer>

/** What answers a chat at present. `built-in` needs no model and is always ready. */
export const EngineStatus = z
  .object({
    kind: z.enum(['built-in', 'openai', 'ollama']),
    /** What a screen shows, for instance "Built-in guides" or "llama3.2 on Ollama". */
    label: z.string(),
    model: z.string().nullable(),
    /** The last failure in one sentence; null while all is well. */
    error: z.string().nullable(),
    /** A call waits for a model of which the server says that it is being loaded. */
    isLoading: z.boolean().optional(),
    found: z.array(FoundServer),
  })
  .meta({ id: 'EngineStatus' })
export type EngineStatus = z.infer<typeof EngineStatus>

/** `name` tells a screen that it is this program that answers on the port. */
export const Health = z
  .object({
    name: z.literal('shortlist'),
    version: z.string(),
    engine: EngineStatus,
    /** Whether anybody has an account; told on this computer alone, never over the network. */
    hasAccounts: z.boolean().optional(),
    /** Whether somebody new may have one; told as `hasAccounts` is. */
    canSignUp: z.boolean().optional(),
  })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof Health>
