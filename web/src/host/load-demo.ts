import type { AssistantClient } from '@shortlist/client/assistant-client'
import { appPath } from './app-path.ts'
import { isStatic } from './is-static.ts'

/** The client that answers by itself; its code is loaded here, so that nobody else waits for it. */
export async function loadDemo(): Promise<AssistantClient> {
  const { demoClient } = await import('@shortlist/client/demo/demo-client')
  return demoClient({
    // a daemon serves no pages of the demo
    pages: isStatic ? location.origin + appPath : null,
    version: import.meta.env.APP_VERSION,
    userId: import.meta.env.VITE_DEMO_USER_ID || 'demo-user',
  })
}
