import type { BackgroundDefinition } from 'wxt'
import { defineBackground } from 'wxt/utils/define-background'
import { serveMenu } from '../background/serve-menu.ts'
import { serveToolbar } from '../background/serve-toolbar.ts'
import { serveNotification } from '../background/tell-end.ts'
import { watchSync, yieldToPanel } from '../background/watch-sync.ts'
import { hearPanels } from '../host/panel-port.ts'

// browsers wake the worker only for listeners that its script adds before it first waits
const background: BackgroundDefinition = defineBackground(() => {
  serveToolbar()
  serveMenu()
  serveNotification()
  hearPanels(yieldToPanel, () => void watchSync())
  void watchSync()
})

export default background
