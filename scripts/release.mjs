import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { ROOT, runPrepared } from './prepare.mjs'
import { PrepareFailure } from './run-step.mjs'

/**
 * Writes a release into `dist/release`: the checkout with its build as an archive, the list of all packages that run in
 * production (CycloneDX), and the checksums of both.
 *
 *   npm run release                      of the last commit; uncommitted changes are refused
 *   npm run release -- --dirty --out X   of the files as they are, into another folder
 */
const { values: options } = parseArgs({ options: { out: { type: 'string' }, dirty: { type: 'boolean' } } })
const out = resolve(ROOT, options.out ?? join('dist', 'release'))
const BUILT = ['server/dist', 'cli/dist', 'sandbox/dist', 'portal/dist', 'dist/build-stamp', 'dist/portal-stamp']

await runPrepared({ build: true }, async () => {
  if (!options.dirty && git('status', '--porcelain') !== '')
    throw new PrepareFailure('There are uncommitted changes: commit them, or try a release with --dirty.')
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const release = `${name}-${version}-${git('rev-parse', '--short=12', 'HEAD')}${options.dirty ? '-dirty' : ''}`
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const files = [archive(release), sbom(release, name)]
  const sums = await Promise.all(files.map(async (file) => `${await sha256(file)}  ${basename(file)}\n`))
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  console.log([...files, join(out, 'SHA256SUMS')].join('\n'))
})

function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
}

/** Sources and build. Names, owners and times do not depend on the machine. */
function archive(release) {
  const file = join(out, `${release}.tar.gz`)
  const paths = [...git('ls-files', '-z').split('\0').filter(Boolean), ...BUILT]
  const fixed = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${git('log', '-1', '--format=%ct')}`,
  ]
  const args = [
    '--create',
    '--file=-',
    ...fixed,
    '--mode=go-w',
    `--transform=s,^,${release}/,S`,
    '--null',
    '--files-from=-',
  ]
  const tar = execFileSync('tar', args, { cwd: ROOT, input: paths.join('\0'), maxBuffer: 2 ** 30 })
  writeFileSync(file, execFileSync('gzip', ['--no-name'], { input: tar, maxBuffer: 2 ** 30 }))
  return file
}

/**
 * From the lock file, without packages that only tests and tools use. `--omit=dev` of npm would also leave out those that
 * the root names for its tests and the server needs. npm names the component after the folder.
 */
function sbom(release, name) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 2] }
  const bom = JSON.parse(execFileSync('npm', args, options))
  bom.metadata.component.name = name
  bom.components = bom.components.filter(({ properties = [] }) => !properties.some(isForDevelopment))
  const refs = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']))
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  const file = join(out, `${release}.cdx.json`)
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
  return file
}

function isForDevelopment({ name, value }) {
  return name === 'cdx:npm:package:development' && value === 'true'
}

async function sha256(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
