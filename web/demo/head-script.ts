import { foldersFor, isAppPath } from '../src/host/folders-for.ts'
import { isLocal } from '../src/host/is-local.ts'

// The script in the head of a page that lies on some host of files. It runs before anything is
// loaded, finds out in which folder the app lies, and writes the tags that stand in the template
// with addresses in that folder. A `base` element would do less: it would also lead every link
// within a page away from the page.

/** Keeps, beside the address, a folder that had to be searched for. */
interface KeptFolder {
  readonly shortlistFolder?: unknown
}

const kept = (history.state as KeptFolder | null)?.shortlistFolder
const folders = foldersFor(location.pathname)
const folder = folders.find((each) => each === kept) ?? folders[0]
const tags = [...(document.querySelector('template')?.content.children ?? [])]

// the first page has the address of its folder, without the name of its file
if ([`${folder}index.html`, folder.slice(0, -1)].includes(location.pathname)) {
  history.replaceState(history.state, '', folder + location.search + location.hash)
}
// on any other host nobody but the host itself may be asked
if (!isLocal(window)) {
  document.write(
    `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'; img-src 'self' data: blob:">`,
  )
}
if (kept === folder || isAppPath(location.pathname)) {
  // what a parser meets is loaded in order and before the first paint
  for (const tag of tags) document.write(tagIn(folder, tag).outerHTML)
  document.addEventListener('error', noticeFailure, true)
} else {
  // without an icon browsers ask the whole host for one
  document.write('<link rel="icon" href="data:,">')
  window.addEventListener('load', searchFolder)
}

function noticeFailure({ target }: Event): void {
  if (!isProgram(target)) return
  document.removeEventListener('error', noticeFailure, true)
  if (document.readyState === 'complete') void searchFolder()
  else window.addEventListener('load', searchFolder)
}

/** Loads the page again, from the folder that has its program; says so where none has. */
async function searchFolder(): Promise<void> {
  // what was searched for and has failed all the same is broken
  for (const each of kept === folder ? [] : folders) {
    if (!(await hasProgram(each))) continue
    history.replaceState({ shortlistFolder: each } satisfies KeptFolder, '')
    location.reload()
    return
  }
  history.replaceState(null, '')
  document.body.textContent = 'The files of this page could not be loaded. Try to load it again.'
}

/** Many hosts answer everything, with a page where they have nothing else. */
async function hasProgram(where: string): Promise<boolean> {
  const program = tags.map((tag) => tagIn(where, tag)).find(isProgram)
  if (!program) return false
  try {
    const { ok, headers } = await fetch(program.src, { method: 'HEAD' })
    return ok && /javascript/.test(headers.get('Content-Type') ?? '')
  } catch {
    return false
  }
}

function isProgram(target: unknown): target is HTMLScriptElement {
  return target instanceof HTMLScriptElement && target.type === 'module'
}

/** A copy of a tag, with the whole address: a path alone could begin like the name of a host. */
function tagIn(where: string, tag: Element): Element {
  const copy = document.importNode(tag)
  for (const name of ['href', 'src']) {
    const path = copy.getAttribute(name)
    if (path) copy.setAttribute(name, new URL(path, location.origin + where).href)
  }
  return copy
}
