import { keepUnsentIn } from '@shortlist/ui/unsent'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '../../panel/app.tsx'
import '@shortlist/ui/fonts.css'
import '../../style.css'

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has no element with the id "root"')

keepUnsentIn(() => localStorage)
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
