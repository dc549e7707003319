import { z } from 'zod'

export type Fields = Readonly<Record<string, unknown>>

/**
 * As a schema of the contract, for answers that may keep to the specification alone (sections 3
 * and 7): `defaults` stand for what is left out or null.
 */
export function orDefaults<Schema extends z.ZodType>(
  schema: Schema,
  defaults: Fields | ((body: Fields) => Fields),
): Schema {
  const fill = (body: unknown) => {
    if (typeof body !== 'object' || body === null) return body
    const known: Fields = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== null),
    )
    return { ...body, ...(typeof defaults === 'function' ? defaults(known) : defaults), ...known }
  }
  // what goes in is checked all the same, so callers may hold the contract to it
  return z.preprocess(fill, schema) as unknown as Schema
}
