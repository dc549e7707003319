import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '../../panel/app.tsx'
import { keepForNextPanel } from '../../panel/keep-what-is-begun.ts'
import '@shortlist/ui/fonts.css'
import '../../style.css'

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has no element with the id "root"')

keepForNextPanel()
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
