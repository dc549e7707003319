import { afterAll, afterEach, onTestFinished, TestRunner, vi } from 'vitest'
import { endAll, offerToTests } from './end-with-tests.ts'

offerToTests((end) => {
  const isInTest = TestRunner.getCurrentTest() !== undefined
  if (isInTest) onTestFinished(async () => void (await end()))
  return isInTest
})

afterAll(endAll)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
