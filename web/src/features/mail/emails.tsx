import { EmailSection } from '@shortlist/ui/email/email-section.tsx'
import { useSearchParams } from '../../host/router.ts'

/** Sync, filters and cards; the filter stands in the address. */
export function Emails() {
  const [parameters, setParameters] = useSearchParams()
  return (
    <EmailSection
      filterPlace={[parameters, (changed) => setParameters(changed, { replace: true })]}
    />
  )
}
