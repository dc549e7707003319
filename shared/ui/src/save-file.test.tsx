import { expect, it, vi } from 'vitest'
import { saveFile } from './save-file.ts'

it('keeps the bytes until the browser has had time to fetch them', () => {
  vi.useFakeTimers()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()

  saveFile(new Blob(['x']), 'x.txt')

  expect(click).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(30_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:file')
})
