import { useClient } from '@shortlist/ui/client-provider.tsx'

/**
 * Whether there is a web app that shows the same chats and mails in a tab, and a daemon that the
 * worker can ask about them: where accounts sign in, they live there.
 */
export function useHasWebApp(): boolean {
  return useClient().abilities.canSignOut
}
