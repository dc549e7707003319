import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', './.config/plain-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          restoreMocks: true,
          // the end of what hangs, far from what any test takes
          testTimeout: 30_000,
          hookTimeout: 30_000,
          include: [
            '{daemon,web,extension}/{src,test}/**/*.test.ts',
            'shared/*/src/**/*.test.ts',
            '.config/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'component',
          environment: 'jsdom',
          restoreMocks: true,
          setupFiles: ['shared/ui/src/testing/setup.ts'],
          include: ['{web,extension}/src/**/*.test.tsx', 'shared/*/src/**/*.test.tsx'],
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['{web,extension}/e2e/*.e2e.ts'],
          globalSetup: [
            'web/e2e/build-web.ts',
            'web/e2e/build-demo.ts',
            'extension/e2e/build-extension.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
