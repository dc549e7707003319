import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import type { Source } from '@shortlist/contracts/source'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { Sources } from '../sources/sources.tsx'
import { renderWithClient } from './render-with-client.tsx'

/** A file of forty lines, "line 1" to "line 40". */
export const fortyLines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join('\n')

/** A client that keeps one file, and that file as the source of its lines 12 to 14. */
export function keepFile(path = 'notes/tides.md', text = fortyLines) {
  const fake = createFakeClient()
  fake.folders.receive([{ path, text }])
  const fileId = fake.folders.files().at(0)?.id ?? ''
  const source: Source = { fileId, path, firstLine: 12, lastLine: 14, heading: 'Tide tables' }
  return { fake, source }
}

/** Shows the sources of a reply. */
export function showSources(
  sources: readonly Source[],
  { client }: FakeClient = createFakeClient(),
): { readonly user: UserEvent } {
  renderWithClient(client, <Sources sources={sources} />)
  return { user: userEvent.setup() }
}
