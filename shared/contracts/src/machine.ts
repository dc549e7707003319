import { z } from 'zod'
import { FoundServer } from './health.ts'

const URL_MAX = 1000
const KEY_MAX = 1000

/** Where a model server is asked, without a name or a password in it. */
const ServerUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .trim()
  .max(URL_MAX)
  .refine((text) => !/[@?#]/.test(text), 'must be an address alone')

/** What the owner of a computer enters; an empty key stands for the stored one of the same origin. */
export const ModelServerForm = z
  .object({
    url: ServerUrl,
    key: z
      .string()
      .trim()
      .max(KEY_MAX)
      // what a header can carry
      .regex(/^[\x21-\x7e]*$/, 'must be one word'),
  })
  .meta({ id: 'ModelServerForm' })
export type ModelServerForm = z.infer<typeof ModelServerForm>

/** A model server that was added; its key is never told. */
export const AddedServer = z
  .object({
    id: z.string(),
    /** Its host and port. */
    name: z.string(),
    url: z.string(),
    hasKey: z.boolean(),
    /** What is asked does not leave this computer and its network. */
    isOwnNetwork: z.boolean(),
    /** When it was added, ISO 8601. */
    savedAt: z.string(),
  })
  .meta({ id: 'AddedServer' })
export type AddedServer = z.infer<typeof AddedServer>

/** What answers: `found`, `guides`, the id of an added server or the address of a found one. */
const ModelChoice = z.string().min(1).max(URL_MAX)

/** What a model is asked for: chats, titles and mails, pictures, comparing passages. */
export const ModelPurpose = z.enum(['chat', 'small', 'vision', 'embedding'])
export type ModelPurpose = z.infer<typeof ModelPurpose>

/** The longest id of a model, in characters. */
export const MODEL_ID_MAX = 200
const ModelId = z.string().min(1).max(MODEL_ID_MAX)

/** Which model of the server that answers is asked for what. */
export const ModelUses = z
  .object({
    /** What the server lists; none where it keeps that to itself. */
    served: z.array(
      z.object({ id: ModelId, name: z.string(), use: z.enum(['chat', 'embedding', 'other']) }),
    ),
    /** What is asked does not leave this computer and its network. */
    isOwnNetwork: z.boolean(),
    /** In the order of `ModelPurpose`. */
    purposes: z.array(
      z.object({
        purpose: ModelPurpose,
        /** Null where none is asked. */
        used: z.string().nullable(),
        /** What the owner has chosen for this server; null where it is chosen by itself. */
        chosen: z.string().nullable(),
        /** The variable that names it; null where none does. */
        setBy: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ModelUses' })
export type ModelUses = z.infer<typeof ModelUses>

/** What answers chats on this computer, and what could; others than its owner see no server. */
export const Machine = z
  .object({
    isOwner: z.boolean(),
    /** What answers at present, such as "llama3.2 on Ollama"; for others the model alone. */
    answering: z.string(),
    /** The last failure in one sentence; null while all is well. */
    error: z.string().nullable(),
    /** The variable that names what answers; null where none does. */
    setBy: z.string().nullable(),
    chosen: ModelChoice,
    /** The guides answer where a chosen server fails; null where no server is chosen. */
    guidesStandIn: z.boolean().nullable(),
    /** Null while no model server is known to answer. */
    models: ModelUses.nullable(),
    found: z.array(FoundServer),
    servers: z.array(AddedServer),
  })
  .meta({ id: 'Machine' })
export type Machine = z.infer<typeof Machine>

/** `isTried`: what answers is looked for anew, one that is left alone included. */
export const MachineChange = z
  .object({
    chosen: ModelChoice.optional(),
    isTried: z.literal(true).optional(),
    guidesStandIn: z.boolean().optional(),
    /** For the server that answers; null: chosen by itself. */
    models: z.partialRecord(ModelPurpose, ModelId.nullable()).optional(),
  })
  .refine(({ chosen, models }) => !chosen || !models, 'must choose a server before its models')
  .meta({ id: 'MachineChange' })
export type MachineChange = z.infer<typeof MachineChange>

/** One step of a test of a model server; the first bad one ends it. */
export const ModelTestStep = z
  .object({
    step: z.enum(['reach', 'key', 'models', 'answer']),
    state: z.enum(['good', 'bad', 'not-tried']),
    /** What was found, in one sentence; empty where it was not tried. */
    detail: z.string(),
    /** How long it took, in milliseconds; null where it was not measured. */
    ms: z.int().nullable(),
  })
  .meta({ id: 'ModelTestStep' })
export type ModelTestStep = z.infer<typeof ModelTestStep>

export const ModelTest = z
  .object({ isGood: z.boolean(), steps: z.array(ModelTestStep).length(4) })
  .meta({ id: 'ModelTest' })
export type ModelTest = z.infer<typeof ModelTest>

/** Adding is a test, and stores the server only where each of its steps is good. */
export const ServerAdded = z
  .object({ test: ModelTest, machine: Machine })
  .meta({ id: 'ServerAdded' })
export type ServerAdded = z.infer<typeof ServerAdded>

/** One thing that the set-up was checked for. */
export const Check = z
  .object({
    name: z.string(),
    state: z.enum(['ok', 'warn', 'fail']),
    found: z.string(),
    /** How to mend it, where there is something to mend. */
    fix: z.string().optional(),
  })
  .meta({ id: 'Check' })
export type Check = z.infer<typeof Check>

/** Where Shortlist lives on this computer and whether all is well, as `doctor` says it. */
export const SetUp = z
  .object({
    dataFolder: z.string(),
    logFolder: z.string(),
    checks: z.array(Check),
    /** The same as a text that can be shown to others: no addresses, no names of users. */
    report: z.string(),
  })
  .meta({ id: 'SetUp' })
export type SetUp = z.infer<typeof SetUp>

/** An OAuth client's id or secret, as Google prints it. */
const ClientWord = z
  .string()
  .trim()
  .max(KEY_MAX)
  .regex(/^[\x21-\x7e]*$/, 'must be one word')

/** What the owner of a computer enters; an empty secret stands for the stored one of the same client. */
export const GoogleClientForm = z
  .object({ clientId: ClientWord.min(1), clientSecret: ClientWord })
  .meta({ id: 'GoogleClientForm' })
export type GoogleClientForm = z.infer<typeof GoogleClientForm>

/** The client that accounts of this computer sign in to Google with; its secret is never told. */
export const GoogleClient = z
  .object({
    /** Others than the owner are told nothing else. */
    isOwner: z.boolean(),
    /** The variables that name it; null where none do. */
    setBy: z.string().nullable(),
    /** Null where there is none. */
    clientId: z.string().nullable(),
    /** False also where it cannot be opened any more. */
    hasSecret: z.boolean(),
    /** When it was entered, ISO 8601; null where the environment names it. */
    savedAt: z.string().nullable(),
    /** What Google wants to be told where the client is made. */
    redirectUri: z.string(),
  })
  .meta({ id: 'GoogleClient' })
export type GoogleClient = z.infer<typeof GoogleClient>

/** What Google's token endpoint says of a client that brings a code which it never gave. */
export const GoogleTest = z
  .object({
    isGood: z.boolean(),
    steps: z.array(ModelTestStep.extend({ step: z.enum(['reach', 'client']) })).length(2),
  })
  .meta({ id: 'GoogleTest' })
export type GoogleTest = z.infer<typeof GoogleTest>

/** Entering a client is a test, and stores it only where that is good. */
export const GoogleEntered = z
  .object({ test: GoogleTest, client: GoogleClient })
  .meta({ id: 'GoogleEntered' })
export type GoogleEntered = z.infer<typeof GoogleEntered>
