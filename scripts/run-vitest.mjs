import { parseCLI, startVitest } from 'vitest/node'

/*
 * Runs vitest and tells the parent process how many tests passed, failed and were skipped, and which files took
 * longest. At a signal vitest would end
 * at once and leave the database of the tests running; the parent therefore asks by a message, and what was set up is
 * torn down first. A parent that is gone counts as one that asks.
 */

let vitest
let tally = { passed: 0, failed: 1, skipped: 0, slowest: [] }
const SLOWEST_SHOWN = 10

const counter = {
  onInit(context) {
    vitest = context
  },
  onTestRunEnd(modules, unhandledErrors) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (state) => states.filter((other) => other === state).length
    tally = {
      passed: count('passed'),
      failed: count('failed') + modules.filter(isBroken).length + unhandledErrors.length,
      skipped: count('skipped') + count('pending'),
      slowest: slowestOf(modules),
    }
  },
}

/** The files that took longest, their hooks included. */
const slowestOf = (modules) =>
  modules
    .map((module) => ({ file: module.relativeModuleId, ms: module.diagnostic().duration }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST_SHOWN)

/** A file that failed outside its tests: it could not be read, or a hook threw. */
const isBroken = (module) =>
  module.state() === 'failed' && [...module.children.allTests()].every((test) => test.result().state !== 'failed')

async function stop() {
  await vitest?.cancelCurrentRun('keyboard-input')
  await vitest?.close()
  process.exit(1)
}

process.once('message', stop)
process.once('disconnect', stop)
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const { reporter: reporters = ['default'], ...rest } = options
await startVitest('test', filter, { ...rest, reporters: [...reporters, counter] })
process.off('disconnect', stop)
process.send(tally, () => process.exit())
