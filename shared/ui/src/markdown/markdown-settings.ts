import { createContext } from 'react'

/** What the parts of one message need to know about it. */
export interface MarkdownSettings {
  /** The origin whose addresses count as our own, e.g. `http://localhost:4000`. */
  origin: string
  /** True when remote images may be requested without a click. */
  loadRemoteImages: boolean
  /** Remote images of this message that were asked for; outlives the blocks they stand in. */
  wantedImages: ReadonlySet<string>
  wantImage: (address: string) => void
  /** Told how many milliseconds a parse took. */
  onParsed: (milliseconds: number) => void
}

export const MarkdownSettings = createContext<MarkdownSettings>({
  origin: '',
  loadRemoteImages: false,
  wantedImages: new Set(),
  wantImage: () => undefined,
  onParsed: () => undefined,
})
