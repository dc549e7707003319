import { useEffect } from 'react'
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

  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const apply = () => {
      const isDark = theme === 'dark' || (theme === 'system' && system.matches)
      document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
    }
    apply()
    system.addEventListener('change', apply)
    return () => system.removeEventListener('change', apply)
  }, [theme])

  return { theme, chooseTheme }
}
