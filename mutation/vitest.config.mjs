import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** A mutant that keeps a module from loading is killed; without a failed test it would count as survived. */
const loadFailures = {
  onTestRunEnd(modules) {
    for (const { task: file } of modules)
      if (file.result?.state === 'fail' && file.tasks.length === 0)
        file.tasks.push({
          ...{ type: 'test', id: `${file.id}_load`, name: 'loads', mode: 'run', meta: {} },
          ...{ file, suite: file, result: file.result },
        })
  },
}

/** The tests of the domain alone, for the mutants of the domain. */
export default defineConfig({
  resolve: {
    alias: [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('seeded-fast-check.mjs', import.meta.url)) }],
  },
  test: {
    include: ['server/src/domain/**/*.test.ts'],
    exclude: ['**/*.long.test.ts'],
    // Each mutant has a thread of its own, which its test files share.
    isolate: false,
    testTimeout: 2 * 60_000,
    reporters: [loadFailures],
  },
})
