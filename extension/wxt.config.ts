import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'wxt'
import product from '../package.json' with { type: 'json' }

/** The public key that fixes the id under which the daemon knows the extension. */
const key =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAv5V78ZIXPt4JdidGD0x3t0Bu0GxHvM4V0EAETYIiEs2UTGWLLHCXdTiI6z7dUVDdR9/pAdiogj6/kwrFMDYM9QIVkRo/oRte++idp01ldpBbxa5zHdgv9WXZIUWeZAu16FmOvX4U9JYPLEVBH9cntgJWsCxW2o2ANfwUUMqd2dM48CBxdsq5/IYHVGaDP+3TX8fqUxdimkKT44CJFQIE4nBrjm9feKLuDPZm1LZd5tXSGjPa2Xc04bvzgXWQK0UzdenoYCa0DuGIaULOPx4cSnHKmRzw5/+deTKmnvpzSxkyNEyQJNoy5+CG4YQ2FaAPDdKOSpTYYk/ekcP4QqoQowIDAQAB'

export default defineConfig({
  srcDir: 'src',
  imports: false,
  modules: ['@wxt-dev/module-react'],
  manifestVersion: 3,
  vite: () => ({ plugins: [tailwindcss()] }),
  manifest: ({ browser }) => ({
    name: product.name,
    version: product.version,
    permissions: ['storage', 'contextMenus'],
    ...(browser === 'firefox' ? forFirefox : forChrome),
  }),
})

const forChrome = {
  key,
  minimum_chrome_version: '122',
  host_permissions: ['http://localhost:4000/*'],
}

// patterns of Firefox take no port
const forFirefox = {
  host_permissions: ['http://localhost/*'],
}
