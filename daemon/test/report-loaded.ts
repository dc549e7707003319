import { createRequire } from 'node:module'

/** Loaded into a daemon before all else: at SIGUSR2 it writes how many files of `googleapis` are loaded. */
const { cache } = createRequire(import.meta.url)

process.on('SIGUSR2', () => {
  const files = Object.keys(cache).filter((path) => /[\\/]googleapis(-common)?[\\/]/.test(path))
  process.stdout.write(`loaded ${files.length} files of googleapis\n`)
})
