// Says what a link of the demo opens in the real product: which one stands after the # of the
// address, and what a draft holds in its query. All of it is shown as text and nothing else.
;(() => {
  const places = ['mail', 'draft', 'event']
  const place = location.hash.slice(1)
  const section = document.getElementById(places.includes(place) ? place : 'other')
  section.hidden = false
  document.title = `${section.querySelector('h1').textContent} - Shortlist`

  const query = new URLSearchParams(location.search)
  for (const field of section.querySelectorAll('[data-field]')) {
    field.textContent = query.get(field.dataset.field) || '-'
  }
})()
