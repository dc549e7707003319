// Runs before the first paint, so that the panel never changes its density before one's eyes. Root
// and key are those of src/host/use-density.ts.
;(() => {
  try {
    const density = localStorage.getItem('shortlist.density')
    if (density === 'comfortable') document.documentElement.dataset.density = density
  } catch {
    // storage is blocked: compact, as the page says
  }
})()
