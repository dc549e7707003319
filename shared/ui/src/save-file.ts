/** How long a browser may take to fetch what it saves, in milliseconds. */
const KEPT_FOR = 60_000

/** Lets the browser save bytes under a name, as a click on a download link would. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR)
}
