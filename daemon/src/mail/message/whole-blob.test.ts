import { expect, it } from 'vitest'
import { WholeBlob } from './whole-blob.ts'

const bytes = new Uint8Array([0, 1, 254, 255])

it.each([
  ['nothing', []],
  ['lines', ['Grüße', '\n', '', 'an alle\n', '\n']],
  ['bytes of all kinds', [bytes, bytes.buffer, bytes.subarray(1, 3), Buffer.from('x'), '\n']],
  ['other Blobs', [new Blob(['a']), 'b']],
  ['half of a character', ['\ud800', new DataView(bytes.buffer)]],
] as const)('holds %s as an ordinary Blob does', async (_, parts) => {
  const whole = new WholeBlob(parts, { type: 'text/plain' })

  expect(await whole.bytes()).toEqual(await new Blob([...parts]).bytes())
  expect(whole.type).toBe('text/plain')
})
