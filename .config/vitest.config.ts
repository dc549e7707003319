import { accessSync, constants, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that start programs: daemons, mail servers, writers that are killed. */
const withProcesses = [
  'daemon/test/*.test.ts',
  '{daemon,shared}/**/*.process.test.ts',
  '.config/*.test.ts',
]

/** The end of what hangs, far from what any test takes, in milliseconds. */
const unitTimeouts = {
  testTimeout: 30_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 20_000 } },
}
const processTimeouts = { ...unitTimeouts, testTimeout: 60_000, hookTimeout: 60_000 }

/** Where unit tests make their folders: a disk that flushes is what the other tests have. */
const temporary = inMemory('/dev/shm', 1e9)

export default defineConfig(({ mode }) => {
  if (mode === 'slow') process.env.SHORTLIST_TESTS = 'slow'
  return {
    test: {
      reporters: ['default', './.config/plain-reporter.ts'],
      maxWorkers: '100%',
      projects: [
        {
          test: {
            name: 'fast',
            environment: 'node',
            restoreMocks: true,
            // a worker for all files: to load what each one needs took longer than its tests
            isolate: false,
            env: temporary,
            setupFiles: '.config/testing/setup.ts',
            ...unitTimeouts,
            include: ['{daemon,web}/src/**/*.test.ts', 'shared/*/src/**/*.test.ts'],
            exclude: withProcesses,
          },
        },
        {
          test: {
            name: 'component',
            environment: 'jsdom',
            restoreMocks: true,
            isolate: false,
            fakeTimers: {
              // not `performance`, by which React goes on measuring in the files that come after
              toFake: [
                'Date',
                'setTimeout',
                'clearTimeout',
                'setInterval',
                'clearInterval',
                'requestAnimationFrame',
                'cancelAnimationFrame',
              ],
            },
            ...unitTimeouts,
            setupFiles: ['shared/ui/src/testing/setup.ts'],
            include: ['{web,extension}/src/**/*.test.tsx', 'shared/*/src/**/*.test.tsx'],
            exclude: withProcesses,
          },
        },
        {
          test: {
            name: 'worker',
            environment: 'node',
            restoreMocks: true,
            setupFiles: '.config/testing/setup.ts',
            // each file brings the browser that the extension finds in its global scope
            ...unitTimeouts,
            include: ['extension/src/**/*.test.ts'],
          },
        },
        {
          test: {
            name: 'process',
            environment: 'node',
            isolate: false,
            restoreMocks: true,
            setupFiles: '.config/testing/setup.ts',
            ...processTimeouts,
            include: withProcesses,
          },
        },
        {
          test: {
            name: 'e2e',
            environment: 'node',
            isolate: false,
            // a journey waits for a page or a daemon most of its time
            maxWorkers: Math.ceil(availableParallelism() * 1.5),
            setupFiles: '.config/testing/setup.ts',
            ...processTimeouts,
            include: ['{web,extension}/e2e/*.e2e.ts'],
            globalSetup: [
              'web/e2e/build-web.ts',
              'web/e2e/build-demo.ts',
              'extension/e2e/build-extension.ts',
            ],
            // after all others, which are cheaper and say more exactly what is broken
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  }
})

/** The folder as the temporary one, where it is a file system with so many bytes free; else the system's. */
function inMemory(folder: string, bytes: number): Record<string, string> {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytes ? { TMPDIR: folder } : {}
  } catch {
    return {}
  }
}
