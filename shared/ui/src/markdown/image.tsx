import { type ComponentProps, useContext } from 'react'
import type { ExtraProps } from 'react-markdown'
import { classifyImage } from './classify-image.ts'
import { AddressLink } from './link.tsx'
import { MarkdownSettings } from './markdown-settings.ts'

/** An image in a reply: a remote one is requested only when the reader asks for it. */
export function Image({ src = '', alt = '', title }: ComponentProps<'img'> & ExtraProps) {
  const { origin, loadRemoteImages, wantedImages, wantImage } = useContext(MarkdownSettings)
  const kind = classifyImage(src, origin)
  if (kind === 'text') return alt
  const { href, host } = new URL(src, origin)
  if (kind === 'remote' && !loadRemoteImages && !wantedImages.has(href)) {
    return <ImagePlaceholder href={href} host={host} alt={alt} onLoad={() => wantImage(href)} />
  }
  return (
    <img
      // React applies attributes in this order, and `src` would start the request.
      loading="lazy"
      referrerPolicy="no-referrer"
      alt={alt}
      title={title}
      src={href}
    />
  )
}

interface ImagePlaceholderProps {
  href: string
  host: string
  alt: string
  onLoad: () => void
}

function ImagePlaceholder({ href, host, alt, onLoad }: ImagePlaceholderProps) {
  return (
    <span className="markdown-image">
      <span>{alt}</span>
      <span className="markdown-image-host">{host}</span>
      <button type="button" onClick={onLoad} aria-label={`Load image from ${host}: ${alt}`}>
        Load image
      </button>
      <AddressLink href={href} />
    </span>
  )
}
