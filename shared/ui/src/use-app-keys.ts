import { useHotkeys } from 'react-hotkeys-hook'
import { useSession } from './auth/session.tsx'
import { useBusy } from './busy.tsx'
import { useSingleKeys } from './settings/settings.ts'

/** Where the keys of every screen lead to. */
export interface AppKeys {
  readonly beginChat: () => void
  /** Shows the chats as they are; left out where only a new one can be shown. */
  readonly openChat?: () => void
  readonly openChats: () => void
  readonly openMail: () => void
}

/** Keys that work on every screen; they obey the same lock as the menu. */
export function useAppKeys({
  beginChat,
  openChat = beginChat,
  openChats,
  openMail,
}: AppKeys): void {
  const { isLoading } = useBusy()
  const { user } = useSession()
  const [hasSingleKeys] = useSingleKeys()
  const isFree = user !== null && !isLoading
  const options = { preventDefault: true, ignoreEventWhen: isLayerOpen }
  const single = { ...options, enabled: isFree && hasSingleKeys }

  useHotkeys('n', beginChat, single)
  useHotkeys('g>h', openChats, single)
  useHotkeys('g>c', openChat, single)
  useHotkeys('g>m', openMail, single)
  useHotkeys('mod+shift+o', beginChat, { ...options, enabled: isFree, enableOnFormTags: true })
}

/** Keys are for what lies on top. */
function isLayerOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}
