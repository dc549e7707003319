import { Badge } from '@shortlist/ui/primitives/badge.tsx'
import { useUploadActivity } from './upload-provider.tsx'

/** What is being uploaded; nothing while nothing is. */
export function UploadPill() {
  const activity = useUploadActivity()
  if (activity === null) return null
  return (
    <Badge tone="accent" dot="filled" className="tabular-nums max-[899px]:sr-only">
      {activity}
    </Badge>
  )
}
