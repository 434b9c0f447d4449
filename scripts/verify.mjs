import { PORTAL_TYPES, PURE_TESTS, runChecks, STYLE, TYPES } from './checks.mjs'
import { exitCodeFor, stopSignal, stopWithChildren } from './children.mjs'
import { runPrepared } from './prepare.mjs'

/** What can be known in seconds, without a database: run it before every commit. */
async function verify() {
  stopWithChildren()
  const { failed } = await runChecks([TYPES, PORTAL_TYPES, STYLE, PURE_TESTS])
  process.exitCode = stopSignal() ? exitCodeFor(stopSignal()) : Math.min(failed, 1)
}

await runPrepared({ build: false }, verify)
