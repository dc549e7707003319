/** What axe holds every screen to: WCAG 2.2, levels A and AA. */
export const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
