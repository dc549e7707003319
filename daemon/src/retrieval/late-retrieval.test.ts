import { expect, it } from 'vitest'
import { lateRetrieval } from './late-retrieval.ts'
import type { Retrieval } from './retrieval.ts'

/** Calls that say what they were asked, and whether they were closed. */
function retrieval(heard: string[]): Retrieval {
  const call = (name: string) => async (): Promise<never> => {
    heard.push(name)
    return undefined as never
  }
  return {
    upload: call('upload'),
    folders: call('folders'),
    files: call('files'),
    removeFiles: call('removeFiles'),
    removeFolder: call('removeFolder'),
    openSource: call('openSource'),
    findPassages: call('findPassages'),
    findTurns: call('findTurns'),
    forgetTurns: call('forgetTurns'),
    close: call('close'),
  }
}

it('opens once, for the calls that come first', async () => {
  const heard: string[] = []
  let opened = 0
  const late = lateRetrieval(async () => {
    opened += 1
    return retrieval(heard)
  })
  expect(opened).toBe(0)

  await Promise.all([late.folders('ada'), late.findPassages('ada', 'where?')])
  await late.close()

  expect(opened).toBe(1)
  expect(heard).toEqual(['folders', 'findPassages', 'close'])
})

it('closes without opening', async () => {
  let opened = 0
  const late = lateRetrieval(async () => {
    opened += 1
    return retrieval([])
  })

  await late.close()

  expect(opened).toBe(0)
})

it('tries again where opening has failed', async () => {
  const heard: string[] = []
  let isReadable = false
  const late = lateRetrieval(async () => {
    if (!isReadable) throw new Error('no such disk')
    return retrieval(heard)
  })

  await expect(late.files('ada')).rejects.toThrow('no such disk')
  isReadable = true
  await late.files('ada')

  expect(heard).toEqual(['files'])
})
