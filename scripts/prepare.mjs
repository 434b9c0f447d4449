import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exclusively } from './lock.mjs'
import { PrepareFailure, runStep } from './run-step.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Makes the checkout ready to run: packages as the lock file says, and (unless `build` is false) the build of the
 * sources as they are. Does nothing when it is ready, so a second start costs milliseconds; of two starts one waits.
 */
export async function prepare({ build = true } = {}) {
  checkNode()
  const isReady = () => isInstalled() && (!build || BUILDS.every(isBuilt))
  if (isReady()) return
  await withStartFailures(() =>
    exclusively(join(ROOT, 'dist', 'prepare'), tellWaiting, async (hold) => {
      if (!isInstalled()) await install(hold)
      if (build) for (const part of BUILDS) if (!isBuilt(part)) await run(part, hold)
    }),
  )
}

/** Runs `main`; a failed preparation is one line, anything else is a bug and keeps its stack. */
export async function runPrepared(options, main) {
  try {
    await prepare(options)
    await main()
  } catch (error) {
    if (!(error instanceof PrepareFailure)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

const text = (...path) => readFileSync(join(ROOT, ...path), 'utf8')
const hash = (content) => createHash('sha256').update(content).digest('hex')
const textOrNothing = (...path) => (existsSync(join(ROOT, ...path)) ? text(...path) : '')

function checkNode() {
  const wanted = JSON.parse(text('package.json')).engines.node.replace('>=', '')
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new PrepareFailure(
    `Harkara requires Node.js ${wanted} or newer, but this is ${process.versions.node}: install a newer version from https://nodejs.org and start again.`,
  )
}

const INSTALL_STAMP = ['node_modules', '.harkara-stamp']
/** Native packages are prebuilt for a platform and fit every version of Node.js. */
const RUNTIME = `${process.platform} ${process.arch}`

function isInstalled() {
  const stamp = textOrNothing(...INSTALL_STAMP)
  if (stamp === installStamp()) return true
  // Somebody has run npm by hand. What it installed is kept if it is what the lock file says.
  const isOtherRuntime = stamp !== '' && !stamp.startsWith(RUNTIME)
  if (isOtherRuntime || !isInstalledByHand()) return false
  try {
    writeFileSync(join(ROOT, ...INSTALL_STAMP), installStamp())
  } catch {
    // Another user's checkout; the next start looks again.
  }
  return true
}

const installStamp = () => `${RUNTIME}\n${hash(text('package-lock.json'))}\n`

function isInstalledByHand() {
  const installed = JSON.parse(textOrNothing('node_modules', '.package-lock.json') || '{}').packages ?? {}
  return Object.entries(JSON.parse(text('package-lock.json')).packages)
    .filter(([path, { optional, devOptional }]) => path.includes('node_modules/') && !optional && !devOptional)
    .every(([path, { version }]) => installed[path] !== undefined && installed[path].version === version)
}

async function install(hold) {
  console.error('Installing packages …')
  await installPackages(ROOT, hold)
  writeFileSync(join(ROOT, ...INSTALL_STAMP), installStamp())
}

/** Installs what the lock file of a folder says. */
export function installPackages(folder, onSpawn) {
  // Started by npm, that very npm is used: the one on the path may be another, or none.
  const npm = process.env.npm_execpath ?? ''
  const [command, first] = basename(npm) === 'npm-cli.js' ? [process.execPath, [npm]] : ['npm', []]
  return runStep(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    onSpawn,
    onFailure: 'The packages could not be installed: fix the npm error above, then start again.',
  })
}

const workspaces = () => JSON.parse(text('tsconfig.json')).references.map(({ path }) => path)

/** What is built, each with a stamp of its own sources. */
const BUILDS = [
  {
    name: 'the product',
    stamp: ['dist', 'build-stamp'],
    results: () => workspaces().map((path) => join(path, 'dist')),
    sources: () => [
      'tsconfig.json',
      'tsconfig.base.json',
      join('scripts', 'bundle-reader.mjs'),
      ...workspaces().map((path) => join(path, 'tsconfig.json')),
      ...workspaces().flatMap((path) => filesIn(path, 'src').filter((name) => name.endsWith('.ts'))),
    ],
    // Types are checked by `npm test` and `npm run verify`; without them it takes half the time.
    steps: [
      [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', '--noCheck'],
      [join('scripts', 'bundle-reader.mjs')],
    ],
  },
  {
    name: 'the portal',
    stamp: ['dist', 'portal-stamp'],
    results: () => [join('portal', 'dist', 'index.html')],
    // Of the server it takes the pure rules; its schemas are types, which leave no trace.
    sources: () => [
      join('portal', 'index.html'),
      join('portal', 'vite.config.ts'),
      ...filesIn('portal', 'src'),
      ...filesIn('portal', 'public'),
      ...filesIn('server', 'src', 'domain'),
    ],
    steps: [[join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn', 'portal']],
  },
]

const filesIn = (...folder) =>
  readdirSync(join(ROOT, ...folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

const isBuilt = (part) =>
  textOrNothing(...part.stamp) === stampOf(part) && part.results().every((path) => existsSync(join(ROOT, path)))

/** By content, so that a checkout or a copy of the same sources needs no build. */
function stampOf(part) {
  const files = [...part.sources().sort(), 'package-lock.json']
  return `${hash(files.map((file) => `${file} ${hash(text(file))}`).join('\n'))}\n`
}

async function run(part, hold) {
  console.error(`Building ${part.name} …`)
  const stamp = stampOf(part)
  for (const args of part.steps)
    await runStep(process.execPath, args, {
      cwd: ROOT,
      // The same build whoever asks for it: tests run with another environment, and the next start uses what they built.
      env: { ...process.env, NODE_ENV: 'production' },
      onSpawn: hold,
      onFailure: `Building ${part.name} failed: fix the errors above, then start again.`,
    })
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(join(ROOT, ...part.stamp), stamp)
}

function tellWaiting(pid) {
  console.error(`Waiting for process ${pid}, which is preparing this checkout …`)
}

async function withStartFailures(work) {
  try {
    await work()
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)) throw error
    throw new PrepareFailure(
      `Packages or build are out of date and cannot be written (${error.message}): run npm start once as the owner of ${ROOT}.`,
    )
  }
}
