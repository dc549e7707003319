const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** A size in words, in units of 1024: `12 bytes`, `3.4 KB`, `50 MB`. */
export function formatBytes(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  const digits = unit > 0 && size < 10 ? 1 : 0
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(size)} ${units[unit]}`
}
