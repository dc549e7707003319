import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { expect, it, vi } from 'vitest'
import { type Choice, FolderUpload } from './folder-upload.ts'

const choice: Choice = {
  folders: ['proj'],
  files: [{ path: 'proj/a.md', file: new File(['text'], 'a.md') }],
  bytes: 4,
  skipped: [],
  refusal: null,
}

function open() {
  const fake = createFakeClient()
  const notify = vi.fn()
  const upload = new FolderUpload(fake.client, notify)
  return { ...fake, notify, upload, phase: () => upload.getState().phase }
}

/** An upload that the daemon has not answered yet. */
async function openSending() {
  const world = open()
  const letGo = world.hold('folders.upload')
  await world.upload.choose(async () => choice)
  return { ...world, letGo, sending: world.upload.send() }
}

it('does nothing without a choice', async () => {
  const { upload, calls, phase } = open()

  await upload.send()

  expect(phase()).toBe('idle')
  expect(calls).toEqual([])
})

it('is as before where nothing was chosen', async () => {
  const { upload } = open()
  await upload.choose(async () => choice)

  await upload.choose(async () => null)

  expect(upload.getState()).toEqual({ phase: 'chosen', choice })
})

it('says that a folder could not be read', async () => {
  const { upload } = open()

  await upload.choose(() => Promise.reject(new Error('broken')))

  expect(upload.getState()).toEqual({
    phase: 'failed',
    failure: 'This folder could not be read.',
    choice: null,
  })
})

it('forgets a reading that was cancelled or followed by another one', async () => {
  const { upload } = open()
  const { promise: never, resolve } = Promise.withResolvers<Choice>()
  let signal: AbortSignal | undefined
  const first = upload.choose((given) => {
    signal = given
    return never
  })
  await upload.choose(async () => choice)
  expect(signal?.aborted).toBe(true)
  upload.cancel()

  resolve({ ...choice, folders: ['late'] })
  await first

  expect(upload.getState()).toEqual({ phase: 'idle' })
})

it('takes no other choice while it sends', async () => {
  const { upload, letGo, sending, phase } = await openSending()
  const read = vi.fn()

  await upload.choose(read)

  expect(read).not.toHaveBeenCalled()
  letGo()
  await sending
  expect(phase()).toBe('done')
})

it('goes on with what is processed, whatever is cancelled', async () => {
  const { upload, folders, letGo, sending, phase } = await openSending()
  folders.send(4, 4)

  upload.cancel()

  expect(phase()).toBe('processing')
  letGo()
  await sending
  expect(phase()).toBe('done')
})

it('is silent after its end', async () => {
  const { upload, letGo, sending, notify, phase } = await openSending()
  const heard = vi.fn()
  upload.subscribe(heard)

  upload.close()
  letGo()
  await sending

  expect(phase()).toBe('idle')
  expect(heard).not.toHaveBeenCalled()
  expect(notify).not.toHaveBeenCalled()
})

it('tells how it ended where nobody watches', async () => {
  const { upload, letGo, sending, notify } = await openSending()
  upload.watch()()

  letGo()
  await sending

  expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'Processed 1 files')
})

it('tells a failure where nobody watches, and nothing where somebody does', async () => {
  const { upload, fail, notify } = open()
  fail('folders.upload', new CallFailed(507, 'The disk is full.'))
  await upload.choose(async () => choice)
  const leave = upload.watch()
  await upload.send()
  expect(notify).not.toHaveBeenCalled()
  leave()

  await upload.send()

  expect(notify).toHaveBeenCalledExactlyOnceWith(
    'error',
    'Error processing folder: The disk is full.',
  )
})

it.each([
  ['no sentence', { reason: 'unexpected' }, 'Failed to process folder'],
  ['another address', { reason: 'missing' }, 'Failed to process folder'],
  ['a sentence', {}, 'The disk is full.'],
] as const)('says of an answer with %s that it failed, or why', async (_what, details, failure) => {
  const { upload, fail } = open()
  fail('folders.upload', new CallFailed(500, 'The disk is full.', details))
  await upload.choose(async () => choice)

  await upload.send()

  expect(upload.getState()).toMatchObject({ phase: 'failed', failure })
})

it('has no news after they were seen, and nothing missing after its removal', async () => {
  const { upload, folders } = open()
  folders.receive([{ path: 'proj/gone.md', text: 'gone' }])
  await upload.choose(async () => choice)
  await upload.send()
  expect(upload.getState()).toMatchObject({ isNew: true, reply: { missing: [{}] } })

  upload.settle()
  upload.forgetMissing()

  expect(upload.getState()).toMatchObject({ phase: 'done', isNew: false, reply: { missing: [] } })
})

it('names what is under way', async () => {
  const { upload, letGo, sending } = await openSending()
  expect(upload.getActivity()).toBe('Uploading 1 file')

  letGo()
  await sending

  expect(upload.getActivity()).toBeNull()
})
