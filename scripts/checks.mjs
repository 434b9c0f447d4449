import { join } from 'node:path'
import { runNode } from './children.mjs'

const program = (...path) => join('node_modules', ...path)

/**
 * The checks run side by side: further checker threads of one would only check shared types again. A run is over before
 * collecting garbage pays. Together this halves the processor time.
 */
const typesOf = (project) => ({
  args: [program('typescript', 'bin', 'tsc'), '-p', project, '--checkers', '1'],
  env: { GOGC: 'off' },
})
export const TYPES = { name: 'types', ...typesOf('tsconfig.check.json') }
export const PORTAL_TYPES = { name: 'portal types', ...typesOf('portal') }
export const STYLE = {
  name: 'lint and format',
  args: [program('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'],
}
/** The pure tests of adapters and of the sandbox need no database either, but read large files and start processes. */
const QUICK = ['domain', 'platform', 'features'].map((folder) => `server/src/${folder}/`)
export const PURE_TESTS = {
  name: 'architecture and domain tests',
  args: [program('vitest', 'vitest.mjs'), 'run', '--project=pure', 'server/tests/', ...QUICK],
  env: { QUICK_TESTS_ONLY: 'yes' },
}

/** Runs the checks side by side, one line each as it ends and all that a failing one says. How many passed and failed? */
export async function runChecks(checks) {
  const outcomes = await Promise.all(checks.map(runCheck))
  return { passed: outcomes.filter(Boolean).length, failed: outcomes.filter((passed) => !passed).length }
}

async function runCheck({ name, args, env }) {
  const start = performance.now()
  const { code, output } = await runNode(args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trimEnd())
  return code === 0
}
