import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const PROGRAM = join(ROOT, 'server', 'dist', 'adapters', 'table-reader', 'child-process', 'child.js')

/*
 * Writes the program that reads uploaded files, and the packages that it uses, into few files. A process is started for
 * every upload, and finding and loading 170 modules would take most of its time.
 */
await build({
  root: ROOT,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'error',
  ssr: { target: 'node', noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir: join(dirname(PROGRAM), 'bundle'),
    emptyOutDir: true,
    rolldownOptions: { input: { child: PROGRAM }, output: { entryFileNames: '[name].js' } },
  },
})
