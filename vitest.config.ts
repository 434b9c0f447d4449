import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './server/tests/support/slowest-first.ts'

const LONG = ['**/*.long.test.ts']
/** These need no database. */
const PURE = [
  'server/src/domain/**/*.test.ts',
  'server/tests/architecture.test.ts',
  'server/tests/architecture/**/*.test.ts',
  'sandbox/**/*.test.ts',
  '**/*.pure.test.ts',
]
/** They draw pages, or compare with a library. `npm run verify` leaves them to `npm test`. */
const SLOW = process.env['QUICK_TESTS_ONLY'] ? ['**/pdf/**', '**/phone/fast-path.test.ts'] : []
/** The client programs of a machine dump no server that is newer than they are, such as the embedded one. */
const BACKUP = process.env['TEST_DATABASE_URL'] ? [] : ['**/backup.test.ts']
const NOT_OURS = ['**/node_modules/**', '**/dist/**']

/**
 * For what hangs, never for what is slow: an ordinary test takes a few seconds, and a shared machine may be many times
 * slower than it was a minute ago. Tests that do more state their own limit.
 */
const limits = { testTimeout: 2 * 60_000, hookTimeout: 2 * 60_000 }
const longLimits = { testTimeout: 30 * 60_000, hookTimeout: 4 * 60_000 }
const withDatabase = { globalSetup: ['server/tests/support/global-setup.ts'] }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['server/tests/support/setup.ts'],
    // Loading the product takes longer than most files: they share a process. Each has a database of its own.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: [...NOT_OURS, ...LONG, ...SLOW], ...limits } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['server/**/*.test.ts', 'cli/**/*.test.ts'],
          exclude: [...NOT_OURS, ...LONG, ...PURE, ...BACKUP],
          ...withDatabase,
          ...limits,
        },
      },
      {
        extends: true,
        test: {
          name: 'portal',
          include: ['portal/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: [],
          ...limits,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['portal/tests/browser/**/*.test.ts'],
          globalSetup: ['portal/tests/browser/global-setup.ts'],
          ...limits,
        },
      },
      { extends: true, test: { name: 'long', include: LONG, exclude: NOT_OURS, ...withDatabase, ...longLimits } },
    ],
  },
})
