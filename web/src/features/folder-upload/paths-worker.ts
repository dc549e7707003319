import { choosePaths } from './choose-paths.ts'
import type { PathsMessage } from './choose-paths-aside.ts'

const known: string[] = []

addEventListener('message', ({ data }: MessageEvent<PathsMessage>) => {
  for (const path of data.paths) known.push(path)
  if (data.texts) postMessage(choosePaths(known, data.texts))
})
