import type { AssistantClient } from '@shortlist/client/assistant-client'
import { keepDoneActionsIn } from '@shortlist/ui/mail/card/done-actions'
import { appPath } from './app-path.ts'
import { isStatic } from './is-static.ts'

/** The client that answers by itself; its code is loaded here, so that nobody else waits for it. */
export async function loadDemo(): Promise<AssistantClient> {
  const { demoClient } = await import('@shortlist/client/demo/demo-client')
  keepDoneActionsIn(() => sessionStorage)
  return demoClient({
    // a daemon serves no pages of the demo
    pages: isStatic ? location.origin + appPath : null,
    ...(isStatic ? {} : { noticeText: elsewhere(location.port) }),
    version: import.meta.env.APP_VERSION,
    userId: import.meta.env.VITE_DEMO_USER_ID || 'demo-user',
  })
}

/** A daemon was asked for under another name than that of its own computer, where nobody signs in. */
function elsewhere(port: string): string {
  return `Demo - sample data. Your own data is at http://localhost:${port || '80'}, on the computer that runs Shortlist.`
}
