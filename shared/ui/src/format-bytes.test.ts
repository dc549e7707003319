import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [3480, '3.4 KB'],
  [20_480, '20 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [50 * 1024 * 1024, '50 MB'],
  [3 * 1024 ** 4, '3,072 GB'],
])('says how much %d bytes are: %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
