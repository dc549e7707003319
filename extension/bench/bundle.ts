import { scriptBytes } from '../../.config/bench/chunk-graph.ts'
import { runBench } from '../../.config/bench/measure.ts'
import { buildPanel } from './build-panel.ts'

// Where the parts of the panel begin that load on their own.
const entry = /\/extension\/src\/entrypoints\/sidepanel\/main\.tsx$/
const toasts = /\/shared\/ui\/src\/toasts\/toast-area\.tsx$/
const socket = /\/node_modules\/socket\.io-client\//
const sync = /\/shared\/ui\/src\/mail\/sync\/sync-keeper\.tsx$/
const mail = /\/extension\/src\/panel\/mail\/mail-screen\.tsx$/
const colours = /\/shared\/ui\/src\/markdown\/coloured-code\.tsx$/

/** B1: what the side panel takes of the browser, in KB after gzip. */
await runBench('bundle', import.meta.dirname, async (bench) => {
  if (!bench.wants('B1')) return
  const { graph, earlyBytes } = await buildPanel()
  const load = (...parts: RegExp[]) => new Set(parts.flatMap((part) => [...graph.loadedFor(part)]))
  const chat = load(entry, toasts, socket, sync)
  const both = load(entry, toasts, socket, sync, mail)
  const all = graph.everLoadedFor(entry, [colours])
  const rows = [
    ['side panel with both views, total JS', scriptBytes(both) + earlyBytes, 265],
    ['side panel, CSS', graph.styleBytes(all), 11],
  ] as const
  for (const [what, bytes, max] of rows) {
    bench.gate({ id: 'B1', what: `${what}, KB`, value: bytes / 1000, max, isExact: true })
  }
  const parts = [
    ['side panel with a chat, JS', chat],
    ['side panel with all that a click loads, JS', all],
  ] as const
  for (const [what, chunks] of parts) {
    bench.note('B1', what, (scriptBytes(chunks) + earlyBytes) / 1000, 'KB')
  }
})
