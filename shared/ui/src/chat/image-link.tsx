import { copy } from '../copy.ts'

/** An attached image, small; a click opens it as it is in a new tab. */
export function ImageLink({ src }: { readonly src: string }) {
  return (
    <a
      href={src}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={copy.chat.openImage}
      className="block overflow-hidden rounded-lg border border-border"
    >
      <img src={src} alt={copy.chat.attachedImage} className="max-h-40 max-w-60" />
    </a>
  )
}
