import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { readFaults } from './faults.mjs'

/*
 * Runs in the copy that `sabotage.mjs` has made, and sends it one message for each fault. One vitest serves all of
 * them: starting it, and the database of the tests, takes longer than most tests. A fault in a program that tests start
 * from one-file bundles needs a vitest of its own, whose setup bundles again; these come last.
 */

const words = process.argv.slice(2)
const faults = readFaults()
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort((a, b) => Number(a.isBuilt ?? false) - Number(b.isBuilt ?? false))

const MESSAGE_CHARS_MAX = 120

let vitest
/** One failure is enough. */
const startVitest = () => createVitest('test', { watch: false, bail: 1, reporters: [{}] })

let isStopping = false
async function stop() {
  isStopping = true
  await vitest?.cancelCurrentRun('keyboard-input')
  await vitest?.close()
  process.exit(1)
}
process.once('message', stop)
process.once('disconnect', stop)

/**
 * FOUND: a test failed. UNNOTICED: every test passed. INVALID: the fault no longer fits the code, or its tests could
 * not be run, which says nothing about them.
 */
async function tryFault(fault) {
  const original = readFileSync(fault.file, 'utf8')
  if (original.split(fault.find).length !== 2) return ['INVALID', `${fault.file} does not contain its text once`]
  const write = (text) => {
    writeFileSync(fault.file, text)
    for (const file of [fault.file, builtFrom(fault.file)]) vitest?.invalidateFile(`${process.cwd()}/${file}`)
  }
  // As a function, because a text could contain $ signs that mean something to replace().
  write(original.replace(fault.find, () => fault.replace))
  try {
    return outcomeOf(await runTests(fault), fault)
  } finally {
    write(original)
  }
}

async function runTests({ tests, only, isBuilt }) {
  if (isBuilt) {
    await vitest?.close()
    vitest = undefined
  }
  // The tests import what is compiled from the sources, which only the setup of a new vitest does by itself.
  if (vitest) compile()
  vitest ??= await startVitest()
  if (only === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(only.replace(/[^\w\s]/g, '\\$&'))
  const specifications = await vitest.globTestSpecifications(tests)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const paths = new Set(specifications.map(({ moduleId }) => moduleId))
  return { modules: testModules.filter(({ moduleId }) => paths.has(moduleId)), unhandledErrors }
}

/** What tests import instead of a source of the server. */
const builtFrom = (file) => file.replace('server/src/', 'server/dist/').replace(/\.ts$/, '.js')

function compile() {
  for (const step of [
    [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', '--noCheck'],
    [join('scripts', 'bundle-reader.mjs')],
  ])
    execFileSync(process.execPath, step, { stdio: 'inherit' })
}

function outcomeOf({ modules, unhandledErrors }, { why }) {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state) => tests.filter((test) => test.result().state === state)
  const [failed] = inState('failed')
  if (failed) return ['FOUND', `${failed.fullName}: ${messageOf(failed)}`]
  const errors = [...modules.flatMap((module) => module.errors()), ...unhandledErrors]
  if (errors.length > 0) return ['INVALID', `its tests could not be run: ${errors[0].message}`]
  return inState('passed').length > 0 ? ['UNNOTICED', why] : ['INVALID', 'no test ran']
}

/** Its first line shows whether the test failed for the right reason. */
const messageOf = (test) => (test.result().errors?.[0]?.message ?? '').split('\n', 1)[0].slice(0, MESSAGE_CHARS_MAX)

for (const fault of faults) {
  const startedAt = performance.now()
  const [outcome, about] = await tryFault(fault)
  // Another run would set up the database again that is being torn down; `stop` ends the process.
  if (isStopping) await new Promise(() => {})
  const { area, name, why, accepted } = fault
  const seconds = (performance.now() - startedAt) / 1_000
  process.send({ area, name, why, accepted, outcome, about, seconds, count: faults.length })
}
await vitest?.close()
process.off('disconnect', stop)
process.exit()
