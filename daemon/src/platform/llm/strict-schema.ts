import { z } from 'zod'

/**
 * The JSON schema that a model is held to: every key required and no other allowed, as strict mode
 * asks (https://platform.openai.com/docs/guides/structured-outputs).
 */
export function strictSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const known = made.get(schema)
  if (known) return known
  const strict = makeStrict(schema)
  made.set(schema, strict)
  return strict
}

/** The same question is asked about a thousand mails. */
const made = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>()

function makeStrict(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...strict } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      delete jsonSchema.default
      if (jsonSchema.type !== 'object' || !jsonSchema.properties) return
      jsonSchema.additionalProperties = false
      jsonSchema.required = Object.keys(jsonSchema.properties)
    },
  })
  return strict
}
