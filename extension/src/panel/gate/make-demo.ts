import type { AssistantClient } from '@shortlist/client/assistant-client'
import { demoClient } from '@shortlist/client/demo/demo-client'
import { extensionVersion } from '../../host/needed-version.ts'

/** The demo as it is at its beginning; no page of the extension lies beside it. */
export function makeDemo(): AssistantClient {
  return demoClient({ pages: null, version: extensionVersion() })
}
