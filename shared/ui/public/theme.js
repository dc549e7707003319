// Runs before the first paint, so that a dark page never flashes white. A file of its own, because
// the content security policy allows no script inside the page.
;(() => {
  let theme = 'system'
  try {
    theme = localStorage.getItem('shortlist.theme') || theme
  } catch {
    // storage is blocked: the system decides
  }
  const isDark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
