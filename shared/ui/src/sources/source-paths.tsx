import type { Source } from '@shortlist/contracts/source'

/** The files of sources in one line, for where the list of them could not be loaded. */
export function SourcePaths({ sources }: { readonly sources: readonly Source[] }) {
  return <p className="mt-2 text-meta">{sources.map(({ path }) => path).join(', ')}</p>
}
