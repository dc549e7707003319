import { readFileSync } from 'node:fs'

/** A zone that words may stand for; `offset` in minutes east of UTC, where they fix it. */
export interface NamedZone {
  readonly name: string
  readonly offset: number | null
}

type ZoneTable = ReadonlyMap<string, readonly NamedZone[]>

/** A section of zones.txt: lines of a zone, maybe with its offset, and its words. */
function table(section = ''): ZoneTable {
  const zones = new Map<string, NamedZone[]>()
  for (const line of section.trim().split('\n').slice(1)) {
    const [zone = '', words = ''] = line.split(': ')
    const [name = '', offset] = zone.split(' ')
    for (const word of words.split(', '))
      zones.set(word, [
        ...(zones.get(word) ?? []),
        { name, offset: offset === undefined ? null : Number(offset) },
      ])
  }
  return zones
}

const sections = readFileSync(new URL('./zones.txt', import.meta.url), 'utf8').split(/^# /m)

/** Short names, in capitals as they are written: "CET". */
export const ABBREVIATIONS = table(sections[1])

/** Zones by their full names, folded: "central european time". */
export const TITLES = table(sections[2])

/** Places and their people, folded: "paris" of "heure de Paris", "swedish" of "Swedish time". */
export const PLACES = table(sections[3])
