// The buttons that copy a command; without a script there are none.
;(() => {
  const outcome = document.getElementById('copied')
  for (const button of document.querySelectorAll('[data-copies]')) {
    const { textContent: command } = document.getElementById(button.dataset.copies)
    button.setAttribute('aria-label', `Copy ${command}`)
    button.hidden = false
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(command)
        outcome.textContent = `Copied: ${command}`
      } catch {
        outcome.textContent = 'The browser did not allow copying.'
      }
    })
  }
})()
