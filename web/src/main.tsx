import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { NotLocalPage } from './app/not-local-page.tsx'
import { chooseClient } from './host/choose-client.ts'
import { BrowserRouter } from './host/router.ts'
import '@shortlist/ui/fonts.css'
import './style.css'

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has no element with the id "root"')

const client = chooseClient(window)
createRoot(place).render(
  <StrictMode>
    {client ? (
      <App client={client} router={(app) => <BrowserRouter>{app}</BrowserRouter>} />
    ) : (
      <NotLocalPage />
    )}
  </StrictMode>,
)
