import { defineConfig } from 'vitest/config'
import { builtSources } from './server/tests/support/built-sources.ts'
import { SlowestFirst } from './server/tests/support/slowest-first.ts'

const LONG = ['**/*.long.test.ts']
/** These need neither a database nor a build. */
const PURE = [
  'server/src/domain/**/*.test.ts',
  'server/tests/architecture.test.ts',
  'server/tests/architecture/**/*.test.ts',
  'sandbox/**/!(main).test.ts',
  '**/*.pure.test.ts',
]
/** They draw pages, or compare with a library. `npm run verify` leaves them to `npm test`. */
const SLOW = process.env['QUICK_TESTS_ONLY'] ? ['**/pdf/**', '**/phone/fast-path.test.ts'] : []
/**
 * Only on a PostgreSQL that is named, as by `.ci/run`: the client programs of a machine dump no server that is newer than
 * they are, such as the embedded one, and a fleet of processes needs the machine to itself.
 */
const NAMED_DATABASE_ONLY = process.env['TEST_DATABASE_URL'] ? [] : ['**/backup.test.ts', 'server/tests/fleet/**']
const NOT_OURS = ['**/node_modules/**', '**/dist/**']

/**
 * For what hangs, never for what is slow: an ordinary test takes a few seconds, and a shared machine may be many times
 * slower than it was a minute ago. Tests that do more state their own limit.
 */
const limits = { testTimeout: 4 * 60_000, hookTimeout: 4 * 60_000 }
const longLimits = { testTimeout: 30 * 60_000, hookTimeout: 4 * 60_000 }
const withDatabase = { globalSetup: ['server/tests/support/global-setup.ts'] }

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than cores: tests also wait, for processes, scanners and pages.
    maxWorkers: 3,
    setupFiles: ['server/tests/support/setup.ts'],
    // Loading the product takes longer than most files: they share a process. Each has a database of its own.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: [...NOT_OURS, ...LONG, ...SLOW], ...limits } },
      {
        extends: true,
        plugins: [builtSources],
        test: {
          name: 'integration',
          include: ['server/**/*.test.ts', 'cli/**/*.test.ts', 'sandbox/tests/main.test.ts'],
          exclude: [...NOT_OURS, ...LONG, ...PURE, ...NAMED_DATABASE_ONLY],
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
        plugins: [builtSources],
        test: {
          name: 'browser',
          include: ['portal/tests/browser/**/*.test.ts'],
          globalSetup: ['portal/tests/browser/support/global-setup.ts'],
          ...limits,
        },
      },
      {
        extends: true,
        plugins: [builtSources],
        test: { name: 'long', include: LONG, exclude: NOT_OURS, ...withDatabase, ...longLimits },
      },
    ],
  },
})
