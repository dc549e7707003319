import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'

/** The built web app as a graph of chunks. */
export interface BuiltApp {
  chunks: readonly Rollup.OutputChunk[]
  /** Chunks that the browser loads for a module: its own and what they import statically. */
  loadedFor(module: RegExp): ReadonlySet<Rollup.OutputChunk>
  /** Bytes of all style sheets that come with chunks, each compressed with gzip. */
  styleBytes(chunks: Iterable<Rollup.OutputChunk>): number
}

/** Builds the web app as for its users, without writing it. */
export async function buildApp(): Promise<BuiltApp> {
  const root = join(import.meta.dirname, '..')
  const built = await build({
    root,
    mode: 'production',
    logLevel: 'error',
    build: { write: false },
  })
  const [first] = [built].flat()
  if (first === undefined || !('output' in first)) throw new Error('the build gave no output')
  const chunks = first.output.filter((part) => part.type === 'chunk')
  const styles = new Map(
    first.output
      .filter((part) => part.type === 'asset')
      .map(({ fileName, source }) => [fileName, gzipSync(source).length]),
  )
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  return {
    chunks,
    loadedFor(module) {
      const start = chunks.filter(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
      if (start.length === 0) throw new Error(`no chunk holds ${module}`)
      return withImports(start, byName)
    },
    styleBytes(loaded) {
      const names = [...loaded].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
      return [...new Set(names)].reduce((sum, name) => sum + (styles.get(name) ?? 0), 0)
    },
  }
}

/** Bytes of scripts, each compressed with gzip. */
export function scriptBytes(chunks: Iterable<Rollup.OutputChunk>): number {
  return [...chunks].reduce((sum, { code }) => sum + gzipSync(code).length, 0)
}

function withImports(
  start: readonly Rollup.OutputChunk[],
  byName: ReadonlyMap<string, Rollup.OutputChunk>,
): ReadonlySet<Rollup.OutputChunk> {
  const found = new Set(start)
  // A set also visits what is added to it on the way.
  for (const { imports } of found) {
    for (const name of imports) {
      const chunk = byName.get(name)
      if (chunk) found.add(chunk)
    }
  }
  return found
}
