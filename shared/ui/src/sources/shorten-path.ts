const CUT = '…'

/**
 * A path of at most `max` characters: the root and the end stay, what is between is left out, and of
 * a name that is too long by itself its middle.
 */
export function shortenPath(path: string, max: number): string {
  if (lengthOf(path) <= max) return path
  const [root = '', ...rest] = path.split('/')
  const name = rest.pop()
  if (name === undefined) return cutMiddle(root, max)
  const beginning = `${root}/${CUT}/`
  if (lengthOf(beginning + name) > max) {
    return lengthOf(`${CUT}/${name}`) <= max ? `${CUT}/${name}` : cutMiddle(name, max)
  }
  let end = name
  for (const folder of rest.reverse()) {
    if (lengthOf(`${beginning}${folder}/${end}`) > max) break
    end = `${folder}/${end}`
  }
  return beginning + end
}

function cutMiddle(name: string, max: number): string {
  const characters = [...name]
  const kept = max - 1
  const atEnd = Math.floor(kept / 2)
  return [...characters.slice(0, kept - atEnd), CUT, ...characters.slice(-atEnd)].join('')
}

/** In whole characters, none of which is cut in two. */
function lengthOf(text: string): number {
  return [...text].length
}
