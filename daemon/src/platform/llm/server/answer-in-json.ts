import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { parseJson } from '../../storage/parse-json.ts'
import type { Llm, PromptMessage, WritingTask } from '../llm.ts'
import { statusOf } from './llm-failure.ts'

/** How an answer is held to its form: by the schema, to any JSON, or by words alone. */
export type AnswerFormat = 'schema' | 'json' | 'plain'

export interface JsonForm {
  readonly name: string
  readonly schema: Record<string, unknown>
  readonly format: AnswerFormat
}

/** What a short answer must be like. */
export interface Writing extends WritingTask {
  /** A text has none. */
  readonly form?: JsonForm
}

/** Longest part of an unfit answer that the model is shown again, in characters. */
const SHOWN_CHARACTERS = 4000

/** Deepest nesting of an answer that is looked at. */
const MAX_DEPTH = 64

const weaker: Record<AnswerFormat, AnswerFormat | undefined> = {
  schema: 'json',
  json: 'plain',
  plain: undefined,
}

/**
 * `Llm.json` on top of a server: an answer that does not fit is sent back once with what is wrong
 * with it, then `LLM_MALFORMED`. A format that the server refuses is not tried again.
 */
export function answerInJson(
  write: (writing: Writing, signal: AbortSignal) => Promise<string>,
): Llm['json'] {
  let format: AnswerFormat = 'schema'

  async function ask(
    writing: WritingTask,
    form: Omit<JsonForm, 'format'>,
    signal: AbortSignal,
  ): Promise<string> {
    const tried = format
    try {
      return await write(inForm(writing, { ...form, format: tried }), signal)
    } catch (error) {
      if (isUnfitAnswer(error)) return ''
      const next = isRefusedFormat(error) ? weaker[tried] : undefined
      if (!next) throw error
      format = next
      return ask(writing, form, signal)
    }
  }

  return async ({ messages, maxTokens, name, schema }, signal) => {
    const form = { name, schema: strictSchema(schema) }
    const first = await ask({ messages, maxTokens }, form, signal)
    const answer = readJsonAnswer(first, schema)
    if ('value' in answer) return answer.value
    const again = [...messages, ...repairRequest(first, answer.complaint)]
    const repaired = await ask({ messages: again, maxTokens }, form, signal)
    const second = readJsonAnswer(repaired, schema)
    if ('value' in second) return second.value
    throw new AppError('LLM_MALFORMED', 'The model did not give a usable answer.')
  }
}

/** Where the server does not enforce the schema, the words ask for it. */
function inForm({ messages, maxTokens }: WritingTask, form: JsonForm): Writing {
  if (form.format === 'schema') return { messages, maxTokens, form }
  const asked = 'Answer with one JSON value and nothing else. It must fit this JSON schema:'
  const content = `${asked}\n${JSON.stringify(form.schema)}`
  return { messages: [{ role: 'system', content }, ...messages], maxTokens, form }
}

function repairRequest(answer: string, complaint: string): PromptMessage[] {
  const shown = withoutThought(answer).slice(0, SHOWN_CHARACTERS)
  const content = `That answer cannot be used. ${complaint}\nAnswer again, with the JSON alone.`
  const request: PromptMessage = { role: 'user', content }
  return shown ? [{ role: 'assistant', content: shown }, request] : [request]
}

function isUnfitAnswer(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'LLM_MALFORMED' || error.code === 'LLM_EMPTY')
}

function isRefusedFormat(error: unknown): boolean {
  const isRefused = error instanceof AppError && error.code === 'LLM_REFUSED'
  return isRefused && [400, 422, 501].includes(statusOf(error))
}

/**
 * The JSON schema that a model is held to: every key required and no other allowed, as strict mode
 * asks (https://platform.openai.com/docs/guides/structured-outputs).
 */
export function strictSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
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

/**
 * Reads the JSON of an answer, with or without a thought before it or a code fence around it; what is
 * wrong with it is in words for the model.
 */
function readJsonAnswer<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): { readonly value: z.output<Schema> } | { readonly complaint: string } {
  const plain = withoutThought(text)
  const json = /```(?:json)?\s*([\s\S]*?)```/i.exec(plain)?.[1]?.trim() ?? plain
  if (isTooDeep(json)) return { complaint: 'It is nested too deeply.' }
  const value = parseJson(json)
  if (value === undefined) return { complaint: 'It is not valid JSON.' }
  const read = schema.safeParse(value)
  if (read.success) return { value: read.data }
  return { complaint: z.prettifyError(read.error).slice(0, 1000) }
}

/** A reply without the thoughts that some models put before it. */
export function withoutThought(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim()
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
