import type { PageRefusal } from '../../host/handover.ts'
import { menuNames } from '../../host/menu-names.ts'

/** What the panel says about pages of the web. */
export const excerptsCopy = {
  usePage: menuNames.page,
  refusals: {
    'click-needed': `The browser lets Shortlist read a page only after a click on it. Right-click the page and choose "${menuNames.page}".`,
    'click-again': `Shortlist may read pages from now on. Right-click the page once more and choose "${menuNames.page}".`,
    protected: 'The browser lets no extension read this page.',
    'no-text': 'This page has no text that can be read.',
    'not-allowed': 'The browser does not let Shortlist read pages. Nothing was read.',
  } satisfies Record<PageRefusal, string>,
} as const
