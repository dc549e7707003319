import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { OptionsPage } from '../../options/options-page.tsx'
import '@shortlist/ui/fonts.css'
import '../../style.css'

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has no element with the id "root"')

createRoot(place).render(
  <StrictMode>
    <OptionsPage />
  </StrictMode>,
)
