import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { takeOverVectors } from './vectors.ts'

const base64 = (...numbers: number[]) =>
  Buffer.from(Float32Array.from(numbers).buffer).toString('base64')

async function oldVectors() {
  const home = await freshFolder()
  await mkdir(join(home, 'vectors'))
  const rows = Array.from({ length: 1_200 }, (_, at) => ({
    hash: `h${at}`,
    vector: base64(at, -1.5),
  }))
  const lines = [
    { v: 1, model: 'm', dimensions: 2 },
    ...rows,
    { hash: 'short', vector: base64(1) },
    { hash: 'none', vector: '????' },
  ]
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"hash":"torn","vec`
  await writeFile(join(home, 'vectors', 'a.jsonl'), text)
  await writeFile(join(home, 'vectors', 'b.jsonl'), '{"v":7}\n')
  return home
}

it('hands every good vector over, and leaves nothing behind', async () => {
  const home = await oldVectors()
  const kept = new Map<string, readonly number[]>()
  const keep = async (
    model: string,
    vectors: readonly { hash: string; vector: Float32Array }[],
  ) => {
    for (const { hash, vector } of vectors) kept.set(`${model} ${hash}`, [...vector])
  }
  const report = (sentence: string) => expect.unreachable(sentence)
  await takeOverVectors(home, { report, keep })
  await takeOverVectors(home, { report, keep })

  expect(kept.size).toBe(1_200)
  expect(kept.get('m h1199')).toEqual([1199, -1.5])
  await expect(access(join(home, 'vectors'))).rejects.toHaveProperty('code', 'ENOENT')
})

it('lets them lie where they cannot be kept, and says so', async () => {
  const home = await oldVectors()
  const reports: string[] = []
  const keep = () => Promise.reject(new Error("The server's disk is full."))
  await takeOverVectors(home, { report: (sentence) => reports.push(sentence), keep })

  expect(reports).toEqual([expect.stringContaining('disk is full')])
  await access(join(home, 'vectors', 'a.jsonl'))
})
