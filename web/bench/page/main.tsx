import './style.css'
import { Markdown } from '@shortlist/ui/markdown/markdown.tsx'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { WholeText } from '../arms/whole-text.tsx'
import { analyzeFirst, mountCards, prepareCards, unmountCards } from './cards.tsx'
import { countDifferences } from './count-differences.tsx'
import { nextFrame, untilStill } from './frames.ts'
import type { ArmName, PageBench, Played } from './page-bench.ts'

const log = document.body.appendChild(document.createElement('main'))
const host = log.appendChild(document.createElement('div'))
let root: Root | null = null
let mounted: ArmName = 'ours'

function show(text: string, isStreaming: boolean): void {
  if (mounted === 'nothing') return
  const ours = (
    <Markdown text={text} isStreaming={isStreaming} origin={origin} loadRemoteImages={false} />
  )
  flushSync(() => root?.render(mounted === 'ours' ? ours : <WholeText text={text} />))
}

const origin = location.origin

async function mount(arm: ArmName): Promise<void> {
  root?.unmount()
  mounted = arm
  log.toggleAttribute('data-follows-end', false)
  root = createRoot(host)
  show('', true)
  await nextFrame()
}

async function feed(text: string, pieces: number, from: number, to: number): Promise<void> {
  for (let piece = from; piece < to; piece++) {
    const end = Math.ceil((text.length * (piece + 1)) / pieces)
    show(text.slice(0, end), piece + 1 < pieces)
    await nextFrame()
  }
}

async function catchUp(text: string, pieces: number, end: number): Promise<void> {
  const started = performance.now()
  await feed(text, pieces, end - 1, end)
  await untilStill(host)
  // A costly render is followed by a rest of three times its cost.
  const rest = (performance.now() - started) * 3
  await new Promise((resolve) => setTimeout(resolve, rest))
}

async function play(text: string, charactersPerSecond: number): Promise<Played> {
  log.toggleAttribute('data-follows-end', true)
  const played: Played = { longTasks: 0, lags: [] }
  const tasks = new PerformanceObserver((list) => {
    played.longTasks += list.getEntries().length
  })
  tasks.observe({ type: 'longtask' })
  let waiting: number[] = []
  const changes = new MutationObserver(() => {
    const now = performance.now()
    played.lags.push(...waiting.map((since) => now - since))
    waiting = []
  })
  changes.observe(host, { childList: true, subtree: true, characterData: true })
  const started = performance.now()
  let end = 0
  while (end < text.length) {
    await new Promise((resolve) => setTimeout(resolve, 8))
    const elapsed = performance.now() - started
    end = Math.min(text.length, Math.floor((elapsed * charactersPerSecond) / 1000))
    waiting.push(performance.now())
    show(text.slice(0, end), end < text.length)
  }
  await nextFrame()
  changes.disconnect()
  tasks.disconnect()
  return played
}

async function textShown(): Promise<string> {
  await untilStill(host)
  return host.textContent ?? ''
}

async function warmUp(): Promise<void> {
  const text = '# a\n\n```ts\nconst a = 1\n```\n\n| a |\n|---|\n| b |\n'
  for (const arm of ['whole', 'ours'] as const) {
    await mount(arm)
    await feed(text, 40, 0, 40)
    await untilStill(host)
  }
}

window.pageBench = {
  warmUp,
  mount,
  feed,
  catchUp,
  play,
  textShown,
  countDifferences,
  prepareCards,
  mountCards,
  analyzeFirst,
  unmountCards,
} satisfies PageBench
