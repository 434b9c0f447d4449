import { fileURLToPath } from 'node:url'

/** Read by scripts/mutation.mjs; explained in docs/mutation-testing.md. */
export default {
  mutate: [
    'server/src/domain/**/*.ts',
    '!server/src/domain/**/*.test.ts',
    // Generated; a test compares it with the fonts.
    '!server/src/domain/text/printable-ranges.ts',
  ],
  ignorePatterns: [
    '**',
    '!mutation/{vitest.config,seeded-fast-check}.mjs',
    '!server/src/domain/**',
    '!server/tests/support/**',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'mutation/vitest.config.mjs' },
  plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(new URL('texts.mjs', import.meta.url))],
  ignorers: ['texts'],
  concurrency: 2,
  // A shared machine may be many times slower than it was a minute ago; a time-out counts as killed.
  timeoutMS: 8_000,
  timeoutFactor: 4,
  thresholds: { high: 95, low: 90, break: 90 },
  incremental: true,
  incrementalFile: 'dist/mutation/incremental.json',
  tempDirName: 'dist/mutation/sandbox',
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  htmlReporter: { fileName: 'dist/mutation/report.html' },
  jsonReporter: { fileName: 'dist/mutation/report.json' },
  disableTypeChecks: false,
  warnings: { slow: false },
}
