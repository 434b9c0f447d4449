import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedTests } from './changed-tests.mjs'
import { PORTAL_TYPES, runChecks, STYLE, TYPES } from './checks.mjs'
import { exitCodeFor, runNode, stopSignal, stopWithChildren } from './children.mjs'
import { runPrepared } from './prepare.mjs'

const LONG_FLAG = '--long'
const CHANGED_FLAG = '--changed'
const isLong = process.argv.includes(LONG_FLAG)
const isChanged = process.argv.includes(CHANGED_FLAG)
/** Passed on to vitest: parts of paths, or options of its own. */
const filters = process.argv.slice(2).filter((argument) => argument !== LONG_FLAG && argument !== CHANGED_FLAG)
const project = isLong ? '--project=long' : '--project=!long'
const projects = filters.some((filter) => filter.startsWith('--project')) ? [] : [project]

/** Every check and every test; with filters, or for the long tests, the tests alone. */
async function test() {
  stopWithChildren()
  if (isChanged) {
    const tests = changedTests()
    if (tests.length === 0) {
      console.log('No test belongs to what has changed since the last commit.\n\n0 passed, 0 failed')
      return
    }
    console.log(`Test files that belong to what has changed since the last commit: ${tests.length}`)
    filters.push(...tests)
  }
  const dir = mkdtempSync(join(tmpdir(), 'harkara-test-'))
  try {
    const checks =
      isLong || filters.length > 0 ? { passed: 0, failed: 0 } : await runChecks([TYPES, PORTAL_TYPES, STYLE])
    const tests = await runTests(dir)
    if (stopSignal()) process.exitCode = exitCodeFor(stopSignal())
    else conclude(readMissing(dir), tests, checks)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const missingFile = (dir) => join(dir, 'missing-services')
const seed = process.env.SEED || String(randomInt(2 ** 31))

async function runTests(dir) {
  if (isLong) console.log(`SEED=${seed}`)
  const { code, message } = await runNode([join('scripts', 'run-vitest.mjs'), ...projects, ...filters], {
    env: { MISSING_SERVICES_FILE: missingFile(dir), ...(isLong && { SEED: seed }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { passed, failed, skipped, slowest } = message ?? { passed: 0, failed: 1, skipped: 0, slowest: [] }
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), skipped, slowest }
}

const readMissing = (dir) =>
  existsSync(missingFile(dir)) ? [...new Set(readFileSync(missingFile(dir), 'utf8').trim().split('\n'))].sort() : []

/** The last line is the same for people and for scripts. */
function conclude(missing, tests, checks) {
  if (missing.length > 0) {
    console.log('\nSkipped because a required program is not installed:')
    for (const what of missing) console.log(`  - ${what}`)
  }
  if (tests.slowest.length > 1) {
    console.log('\nSlowest test files:')
    for (const { file, ms } of tests.slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  }
  const ran = tests.passed + tests.failed > 0
  if (!ran) console.log('\nNo tests ran.')
  if (isLong) console.log(`\nTo repeat this run: SEED=${seed} npm run test:long`)
  const passed = tests.passed + checks.passed
  const failed = tests.failed + checks.failed
  console.log(`\n${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`)
  process.exitCode = ran && failed === 0 ? 0 : 1
}

await runPrepared({ build: false }, test)
