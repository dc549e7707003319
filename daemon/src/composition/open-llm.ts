import type { Config } from '../env.ts'
import {
  type MachineParts,
  type MachineSettings,
  openMachineSettings,
} from '../machine/machine-settings.ts'
import { systemNames } from '../platform/egress/reach.ts'
import { chosenLlm, createLlm, type LlmConfig } from '../platform/llm/create-llm.ts'
import { guidesLlm } from '../platform/llm/guides/guides-llm.ts'
import type { Llm } from '../platform/llm/llm.ts'
import { findModelServers } from '../platform/llm/server/find-model-servers.ts'
import type { Log } from '../platform/log.ts'
import { secretBox } from '../platform/secret-box.ts'
import type { DomainParts } from './open-stores.ts'

const now = () => new Date()

/** The model engine that the environment asks for. */
export function openLlm(config: Config): Llm {
  const builtIn = guidesLlm()
  const findServers = findModelServers
  return createLlm({ config: llmConfig(config), builtIn, findServers, log: () => {}, now })
}

/** What answers on this computer: what its environment names, else what its owner has chosen. */
export function openMachine(
  config: Config,
  parts: Pick<DomainParts, 'folders' | 'report'> &
    Pick<MachineParts, 'ownerId' | 'onChange' | 'fs'> & { readonly log: Pick<Log, 'info'> },
): Promise<MachineSettings> {
  const { folders, report, log, ownerId, onChange, fs } = parts
  const guides = guidesLlm()
  return openMachineSettings({
    folder: folders.data,
    box: secretBox(folders.config),
    report,
    setBy: modelSetBy(config),
    modelsSetBy: modelVariables(config),
    openUnchosen: (chosenFor) =>
      createLlm({
        config: { ...llmConfig(config), chosenFor },
        builtIn: guides,
        findServers: findModelServers,
        log: (details, message) => log.info(details, message),
        now,
      }),
    guides,
    llmAt: ({ url, keyOf, chosenFor, fetch }) =>
      chosenLlm({ config: { ...llmConfig(config), chosenFor }, fetch }, url, keyOf),
    findServers: findModelServers,
    names: systemNames(),
    stallSeconds: config.MODEL_STALL_SECONDS,
    ownerId,
    onChange,
    now,
    ...(fs && { fs }),
  })
}

/** The variable that names what answers; null where none does. */
export function modelSetBy({ OPENAI_BASE_URL: url, OPENAI_API_KEY: key }: Config): string | null {
  if (url !== undefined) return 'OPENAI_BASE_URL'
  return key === undefined ? null : 'OPENAI_API_KEY'
}

/** The variables that name a model, by what it is for. */
function modelVariables(config: Config) {
  const variables = {
    chat: 'CHAT_MODEL',
    small: 'SMALL_MODEL',
    vision: 'VISION_MODEL',
    embedding: 'EMBEDDING_MODEL',
  } as const
  const named = Object.entries(variables).filter(([, name]) => config[name] !== undefined)
  return Object.fromEntries(named)
}

function llmConfig(config: Config): LlmConfig {
  return {
    baseUrl: config.OPENAI_BASE_URL,
    apiKey: config.OPENAI_API_KEY,
    chatModel: config.CHAT_MODEL,
    smallModel: config.SMALL_MODEL,
    visionModel: config.VISION_MODEL,
    embeddingModel: config.EMBEDDING_MODEL,
    stallSeconds: config.MODEL_STALL_SECONDS,
  }
}
