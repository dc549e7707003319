/** The ways to render a reply; `nothing` leaves what the measuring itself costs. */
export type ArmName = 'ours' | 'whole' | 'nothing'

/** The ways to list emails; `nothing` leaves what the measuring itself costs. */
export type ListName = 'ours' | 'plain' | 'nothing'

/** What a reply did to the page while it came in real time. */
export interface Played {
  /** Tasks over 50 ms. */
  longTasks: number
  /** How long each piece waited until it was in the page, in milliseconds. */
  lags: number[]
}

/** What the page offers to the benchmark. */
export interface PageBench {
  /** Loads the lazy parts and renders a small reply, so that no measured round pays for it. */
  warmUp(): Promise<void>
  mount(arm: ArmName): Promise<void>
  /** Shows the pieces from one to another index, one per frame; the end completes the reply. */
  feed(text: string, pieces: number, from: number, to: number): Promise<void>
  /** Shows all pieces before an index at once and waits until nothing of that has an effect. */
  catchUp(text: string, pieces: number, end: number): Promise<void>
  /** Lets the reply come with so many characters per second. */
  play(text: string, charactersPerSecond: number): Promise<Played>
  /** What the page shows once nothing changes any more. */
  textShown(): Promise<string>
  /** Streams a text cut at random so many times; the number of ends that differ from one-shot. */
  countDifferences(text: string, rounds: number, seed: number): Promise<number>
  /** Makes so many emails, for the lists that follow. */
  prepareCards(count: number): Promise<void>
  /** Shows the cards of so many emails and waits for some frames; the number of elements. */
  mountCards(list: ListName, count: number): Promise<number>
  /** Analyses the email of the first card that many times, one per frame. */
  analyzeFirst(times: number): Promise<void>
  unmountCards(): Promise<void>
}

declare global {
  interface Window {
    pageBench?: PageBench
  }
}
