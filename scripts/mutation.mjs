import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import config from '../mutation/stryker.config.mjs'
import { exitCodeFor, runNode, stopSignal, stopWithChildren } from './children.mjs'
import { installPackages, ROOT, runPrepared } from './prepare.mjs'

const FOLDER = join(ROOT, 'mutation')
const PROGRAM = join(FOLDER, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
const STAMP = join(FOLDER, 'node_modules', '.harkara-stamp')

/** `npm run mutation` tests all rules, `npm run mutation -- billing` those of a folder, `… -- money/ledger.ts` one file. */
async function mutate() {
  await install()
  stopWithChildren()
  const words = process.argv.slice(2)
  const options = words.filter((word) => word.startsWith('--'))
  const parts = words.filter((word) => !word.startsWith('--')).map((part) => `server/src/domain/${pattern(part)}`)
  const only = parts.length > 0 ? ['--mutate', [...parts, ...config.mutate.filter(isExclusion)].join(',')] : []
  const { code } = await runNode([PROGRAM, 'run', join('mutation', 'stryker.config.mjs'), ...only, ...options], {
    env: { MUTATION: '1' },
  })
  process.exitCode = stopSignal() ? exitCodeFor(stopSignal()) : code
}

const isExclusion = (glob) => glob.startsWith('!')
const pattern = (part) => (part.endsWith('.ts') ? part : `${part}/**/*.ts`)

/** On first use: the product and its other tests do not need it. */
async function install() {
  const lock = readFileSync(join(FOLDER, 'package-lock.json'), 'utf8')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  console.error('Installing the mutation tester …')
  await installPackages(FOLDER, () => {})
  writeFileSync(STAMP, lock)
}

await runPrepared({ build: false }, mutate)
