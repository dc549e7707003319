import type { ComponentProps } from 'react'
import type { ExtraProps } from 'react-markdown'

/** A link in a reply: opens in a new tab; one whose scheme was refused stays as inert text. */
export function Link(props: ComponentProps<'a'> & ExtraProps) {
  const { href = '', children, node, ...rest } = props
  if (node?.children.some((child) => child.type === 'element' && child.tagName === 'img')) {
    return <LinkedImage href={href}>{children}</LinkedImage>
  }
  if (href === '') return <RemovedLink {...rest}>{children}</RemovedLink>
  // Footnotes jump inside the page.
  const target = href.startsWith('#') ? {} : newTab
  return (
    <a {...rest} {...target} href={href} title={href}>
      {children}
    </a>
  )
}

const newTab = { target: '_blank', rel: 'noopener noreferrer nofollow' }

/** The address of something in a reply, shown in full. */
export function AddressLink({ href }: { href: string }) {
  return (
    <a href={href} title={href} {...newTab}>
      {href}
    </a>
  )
}

function RemovedLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the specification keeps the empty address
    <a
      {...rest}
      href=""
      title="Link removed"
      className="markdown-removed-link"
      // An empty address would reload the page.
      onClick={(event) => event.preventDefault()}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  )
}

/** An image may be a button to load it, which must not stand inside a link: the link follows. */
function LinkedImage({ href, children }: ComponentProps<'a'>) {
  return (
    <>
      {children} {href ? <AddressLink href={href} /> : null}
    </>
  )
}
