import { EmailSection } from '@shortlist/ui/email/email-section.tsx'
import { useSingleKeys } from '@shortlist/ui/settings/settings'
import { useLocation, useNavigate } from '../../host/router.ts'

/** Sync, filters and cards; the filter stands in the address. */
export function Emails({ canSync }: { readonly canSync: boolean }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [hasSingleKeys] = useSingleKeys()
  return (
    <EmailSection
      canSync={canSync}
      hasSingleKeys={hasSingleKeys}
      filterPlace={[
        new URLSearchParams(search),
        (parameters) => navigate({ search: parameters.toString() }, { replace: true }),
      ]}
    />
  )
}
