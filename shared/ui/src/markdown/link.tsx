import type { ComponentProps } from 'react'
import type { ExtraProps } from 'react-markdown'

/** A link in a reply: opens in a new tab; one whose scheme was refused stays as inert text. */
export function Link({ href, children, node, ...rest }: ComponentProps<'a'> & ExtraProps) {
  if (!href) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: the specification keeps the empty address in the markup
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
  // Footnotes jump inside the page.
  if (href.startsWith('#')) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  }
  return (
    <a {...rest} href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
