import { useClient } from '@shortlist/ui/client-provider.tsx'

/** A line under the header that the client asks for, if it does. */
export function NoticeStrip() {
  const { notice } = useClient().abilities
  if (!notice) return null
  return (
    <p className="flex flex-wrap justify-center gap-x-3 bg-accent-soft px-4 py-1.5 text-meta text-accent-text">
      {notice.text}
      {notice.link && (
        <a href={notice.link.href} className="font-medium">
          {notice.link.text}
        </a>
      )}
    </p>
  )
}
