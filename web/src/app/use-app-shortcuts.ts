import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { useSingleKeys } from '@shortlist/ui/settings/settings'
import { useHotkeys } from 'react-hotkeys-hook'
import { paths } from '../host/paths.ts'
import { useNavigate } from '../host/router.ts'

/** Keys that work on every page; they obey the same lock as the menu. */
export function useAppShortcuts(): void {
  const navigate = useNavigate()
  const { isLoading } = useBusy()
  const { user } = useSession()
  const [hasSingleKeys] = useSingleKeys()
  const isFree = user !== null && !isLoading
  const beginChat = () => navigate(paths.newChat)
  const options = { preventDefault: true, ignoreEventWhen: isLayerOpen }
  const single = { ...options, enabled: isFree && hasSingleKeys }

  useHotkeys('n', beginChat, single)
  useHotkeys('g>h', () => navigate(paths.home), single)
  useHotkeys('g>c', beginChat, single)
  useHotkeys('g>m', () => navigate(paths.mail), single)
  useHotkeys('mod+shift+o', beginChat, { ...options, enabled: isFree, enableOnFormTags: true })
}

/** Keys are for what lies on top. */
function isLayerOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}
