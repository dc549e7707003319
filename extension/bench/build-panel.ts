import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'
import { build } from 'wxt'
import { type ChunkGraph, graphChunks } from '../../.config/bench/chunk-graph.ts'

export interface BuiltPanel {
  /** What the pages of the extension load as modules. */
  readonly graph: ChunkGraph
  /** Bytes of the scripts that the panel loads before them, each compressed with gzip. */
  readonly earlyBytes: number
}

/** Builds the extension for Chrome as for its users, into a folder that is removed again. */
export async function buildPanel(): Promise<BuiltPanel> {
  const root = join(import.meta.dirname, '..')
  const folder = await mkdtemp(join(tmpdir(), 'shortlist-panel-'))
  const output: (Rollup.OutputChunk | Rollup.OutputAsset)[] = []
  const record: Plugin = {
    name: 'record',
    writeBundle: (_, bundle) => void output.push(...Object.values(bundle)),
  }
  try {
    await build({
      root,
      outDir: folder,
      browser: 'chrome',
      mode: 'production',
      vite: () => ({ plugins: [record] }),
    })
    return { graph: graphChunks(output), earlyBytes: await sizeEarlyScripts(folder) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sizeEarlyScripts(folder: string): Promise<number> {
  const built = join(folder, 'chrome-mv3')
  const page = await readFile(join(built, 'sidepanel.html'), 'utf8')
  const names = [...page.matchAll(/<script\s+src="([^"]+)"/g)].map(([, name = '']) => name)
  const scripts = await Promise.all(names.map((name) => readFile(join(built, name))))
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
}
