import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Start } from './app/start.tsx'
import { appPath } from './host/app-path.ts'
import { chooseClient } from './host/choose-client.ts'
import { isStatic } from './host/is-static.ts'
import { loadDemo } from './host/load-demo.ts'
import { BrowserRouter } from './host/router.ts'
import '@shortlist/ui/fonts.css'
import './style.css'

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has no element with the id "root"')

createRoot(place).render(
  <StrictMode>
    <BrowserRouter basename={appPath}>
      <Start choice={chooseClient(window, isStatic)} loadDemo={loadDemo} />
    </BrowserRouter>
  </StrictMode>,
)
