import type { BackgroundDefinition } from 'wxt'
import { browser } from 'wxt/browser'
import { defineBackground } from 'wxt/utils/define-background'

const background: BackgroundDefinition = defineBackground(() => {
  void browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: true })
})

export default background
