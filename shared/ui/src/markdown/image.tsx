import { type ComponentProps, createContext, useContext } from 'react'
import type { ExtraProps } from 'react-markdown'
import { AddressLink } from './link.tsx'

/** What the images of one message need to know about it. */
interface ImageSettings {
  /** The origin whose addresses count as our own, e.g. `http://localhost:4000`. */
  origin: string
  /** True when remote images may be requested without a click. */
  loadRemoteImages: boolean
  /** Remote images of this message that were asked for; outlives the blocks they stand in. */
  wantedImages: ReadonlySet<string>
  wantImage: (address: string) => void
}

export const ImageSettings = createContext<ImageSettings>({
  origin: '',
  loadRemoteImages: false,
  wantedImages: new Set(),
  wantImage: () => undefined,
})

/** An image in a reply: a remote one is requested only when the reader asks for it. */
export function Image({ src = '', alt = '', title }: ComponentProps<'img'> & ExtraProps) {
  const { origin, loadRemoteImages, wantedImages, wantImage } = useContext(ImageSettings)
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

const calls = /^\/+(api|socket\.io|mcp)(\/|$)/i

/**
 * Tells an image of our own origin from a remote one and from one that must only show its
 * alternative text: blocked or unusual schemes, and addresses that would call the daemon.
 */
function classifyImage(address: string, origin: string) {
  if (address === '' || !URL.canParse(address, origin)) return 'text'
  const url = new URL(address, origin)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'text'
  if (url.origin !== new URL(origin).origin) return 'remote'
  return callsTheDaemon(url.pathname) ? 'text' : 'own'
}

function callsTheDaemon(path: string): boolean {
  try {
    return calls.test(decodeURIComponent(path))
  } catch {
    // What cannot be decoded here may still be decoded there.
    return true
  }
}
