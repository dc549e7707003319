import { z } from 'zod'

/** Deepest nesting of an answer that is looked at. */
const MAX_DEPTH = 64

/** An answer that fits, or what is wrong with it in words for the model. */
export type JsonAnswer<Value> =
  | { readonly isFit: true; readonly value: Value }
  | { readonly isFit: false; readonly complaint: string }

/** Reads the JSON of an answer, with or without a thought before it or a code fence around it. */
export function readJsonAnswer<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): JsonAnswer<z.output<Schema>> {
  const json = withoutFence(withoutThought(text))
  if (isTooDeep(json)) return { isFit: false, complaint: 'It is nested too deeply.' }
  const value = parse(json)
  if (value === undefined) return { isFit: false, complaint: 'It is not valid JSON.' }
  const read = schema.safeParse(value)
  if (read.success) return { isFit: true, value: read.data }
  return { isFit: false, complaint: z.prettifyError(read.error).slice(0, 1000) }
}

/** A reply without the thoughts that some models put before it. */
export function withoutThought(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim()
}

function withoutFence(text: string): string {
  return /```(?:json)?\s*([\s\S]*?)```/i.exec(text)?.[1]?.trim() ?? text
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // what is no JSON is told to the model by the caller; the error itself only quotes the answer
    return undefined
  }
}

function isTooDeep(json: string): boolean {
  let depth = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth++
    if (token === ']' || token === '}') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}
