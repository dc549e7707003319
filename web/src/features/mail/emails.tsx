import { EmailSection } from '@shortlist/ui/email/email-section.tsx'
import { useLocation, useNavigate } from '../../host/router.ts'

/** Sync, filters and cards; the filter stands in the address. */
export function Emails() {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    <EmailSection
      filterPlace={[
        new URLSearchParams(search),
        (parameters) => navigate({ search: parameters.toString() }, { replace: true }),
      ]}
    />
  )
}
