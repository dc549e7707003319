import { cleanup } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { hostileReplies } from '../testing/hostile-replies.ts'
import { ownOrigin, showMarkdown } from '../testing/show-markdown.tsx'

describe('a hostile reply', () => {
  const safe = /^(https?|ircs?|mailto|xmpp):$/

  test.each(hostileReplies)('%s runs, fetches and claims nothing', async (text) => {
    for (const isStreaming of [true, false]) {
      const { container } = showMarkdown(text, { isStreaming })
      expect(
        container.querySelector('script, img, svg, iframe, object, embed, form, style'),
      ).toBeNull()
      expect(container.querySelector('link, meta, base, video, math')).toBeNull()
      for (const element of container.querySelectorAll('*')) inspect(element)
      cleanup()
    }
  })

  function inspect(element: Element): void {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on|^srcdoc$|^action$|^formaction$|^name$|^style$/)
      if (name === 'id') expect(value).toMatch(/user-content-|footnote-label/)
      if (name === 'href' && value !== '' && !value.startsWith('#')) {
        expect(new URL(value, ownOrigin).protocol).toMatch(safe)
      }
    }
  }
})
