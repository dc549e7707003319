import { useAppKeys } from '@shortlist/ui/use-app-keys'
import { paths } from '../host/paths.ts'
import { useNavigate } from '../host/router.ts'

/** The keys of every page lead to addresses. */
export function useAppShortcuts(): void {
  const navigate = useNavigate()
  useAppKeys({
    beginChat: () => navigate(paths.newChat),
    openChats: () => navigate(paths.home),
    openMail: () => navigate(paths.mail),
  })
}
