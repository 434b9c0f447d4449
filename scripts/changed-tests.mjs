import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from './prepare.mjs'

const CODE = /\.(ts|tsx|mts|mjs)$/
const TEST = /\.test\.tsx?$/
const LONG = /\.long\.test\.ts$/
/** Reads every source file, so it belongs to every change. */
const ARCHITECTURE = 'server/tests/architecture.test.ts'

/**
 * These import the whole product. An import chain ends here: through them every test would belong to every change, and
 * what a change breaks elsewhere is the business of the whole run.
 */
const COMPOSITION = [
  /^server\/src\/(compose|main|start)\.ts$/,
  /^server\/src\/(roles|commands)\//,
  /^server\/tests\/support\/product\.ts$/,
  /^portal\/src\/(main|app|routes)\.tsx?$/,
]
/** How many imports away from a changed file a test may be. */
const STEPS_MAX = 2

/**
 * The tests that belong to what differs from the last commit, new files included: the changed tests, those in the folder
 * of a changed file or below it, and those that import one, directly or through one more file.
 */
export function changedTests() {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter(exists)
  const changed = [
    ...new Set([...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]),
  ]
  const tests = files.filter((file) => TEST.test(file) && !LONG.test(file))
  const near = tests.filter((test) => changed.some((file) => isNear(file, test)))
  const importing = importersOf(changed, importGraph(files))
  return [...new Set([...near, ...tests.filter((test) => importing.has(test))])].sort()
}

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
const exists = (file) => existsSync(join(ROOT, file))

function isNear(file, test) {
  if (file === test) return true
  if (!CODE.test(file) && !/\.(sql|css)$/.test(file)) return false
  if (test === ARCHITECTURE) return true
  return !TEST.test(file) && !/\/tests\//.test(file) && test.startsWith(`${dirname(file)}/`)
}

/** Each file with those that import it. */
function importGraph(files) {
  const importers = new Map()
  const known = new Set(files)
  for (const file of files.filter((name) => CODE.test(name) && !COMPOSITION.some((pattern) => pattern.test(name))))
    for (const target of importsOf(file))
      if (known.has(target)) importers.set(target, [...(importers.get(target) ?? []), file])
  return importers
}

const importsOf = (file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path)),
  )

function importersOf(changed, importers) {
  const found = new Set()
  let edge = changed
  for (let step = 0; step < STEPS_MAX; step++) {
    edge = edge.flatMap((file) => importers.get(file) ?? []).filter((file) => !found.has(file))
    for (const file of edge) found.add(file)
  }
  return found
}
