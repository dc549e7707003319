import { useEffect } from 'react'
import { useMedia } from '../primitives/use-media.ts'
import { useStoredSetting } from './stored-setting.ts'

export type Theme = 'system' | 'light' | 'dark'

/**
 * The chosen theme, kept as `data-theme` on the root while mounted. `public/theme.js` sets the same
 * attribute from the same key before the first paint.
 */
export function useTheme() {
  const [theme, chooseTheme] = useStoredSetting<Theme>('shortlist.theme', [
    'system',
    'light',
    'dark',
  ])

  const system = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const shown = theme === 'system' ? system : theme

  useEffect(() => {
    document.documentElement.dataset.theme = shown
  }, [shown])

  return { theme, chooseTheme }
}
