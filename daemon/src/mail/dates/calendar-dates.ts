import type { Chrono, ParsedResult } from 'chrono-node'
import type { Language } from './detect-language.ts'

/** A day as a text names it. */
export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

export async function chronoOf(language: Language): Promise<Chrono> {
  const { casual } = await (language === 'de'
    ? import('chrono-node/de')
    : language === 'fr'
      ? import('chrono-node/fr')
      : import('chrono-node/en'))
  const chrono = casual.clone()
  const named = (pattern: RegExp) => (part: object) => !pattern.test(part.constructor.name)
  chrono.parsers = chrono.parsers.filter(named(/TimeExpression|CasualTime|TimeUnit|RelativeDate/))
  chrono.refiners = chrono.refiners.filter(named(/^ExtractTimezone|MergeDateTime|MergeRelative/))
  return chrono
}
