import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const API = process.env['API_URL'] ?? 'http://127.0.0.1:3000'
const FROM_API = ['/api', '/v1', '/docs', '/checkout', '/status', '/healthz', '/readyz']

/** Without the second group, a page would load eighty small files that it shares with others. */
const SHARED_FILES = [
  { name: firstPageChunk, debugName: 'start', priority: 1 },
  { name: 'shared', minShareCount: 3 },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  build: {
    target: 'es2022',
    // Never data: URLs for scripts or fonts; the page's policy does not allow them.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: SHARED_FILES } } },
  },
  /** `npm run dev -w portal` beside `npm run dev`: pages change while one types. */
  server: { port: 5173, proxy: Object.fromEntries(FROM_API.map((path) => [path, { target: API, ws: true }])) },
})

/** What the sign-in page needs. */
const FIRST_PAGE = ['src/main.tsx', 'src/app/public-layout.tsx', 'src/features/auth/sign-in-page.tsx']
const firstPageFiles = new Set(FIRST_PAGE.map((path) => join(import.meta.dirname, path)))
let firstPageModules: Set<string> | undefined

/** The components of the first page. Mantine's index imports all of them, which says nothing about what is used. */
const COMPONENTS = 'ActionIcon|Alert|Anchor|Button|CloseButton|Divider|Group|Input|InputBase|Loader|Paper|PasswordInput'
const MORE_COMPONENTS = 'Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden'
const FIRST_PAGE_PACKAGES = new RegExp(
  `@mantine[\\\\/]core[\\\\/]esm[\\\\/](core|components[\\\\/](${COMPONENTS}|${MORE_COMPONENTS}))[\\\\/]`,
)
const INDEX = /@mantine[\\/](core|hooks)[\\/]esm[\\/]index\.m?js$/

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** One file instead of thirty small ones: they compress better together and cost one round trip. */
function firstPageChunk(id: string, graph: ModuleGraph) {
  if (firstPageFiles.has(id)) return null
  firstPageModules ??= reachableFrom(firstPageFiles, graph)
  return firstPageModules.has(id) || FIRST_PAGE_PACKAGES.test(id) ? 'start' : null
}

function reachableFrom(files: ReadonlySet<string>, graph: ModuleGraph) {
  const found = new Set<string>()
  const open = [...files]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    if (!INDEX.test(id)) open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** Scripts and styles also as .gz, made once here rather than with every answer. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      for (const name of readdirSync(assets).filter((file) => /\.(js|css)$/.test(file))) {
        writeFileSync(join(assets, `${name}.gz`), gzipSync(readFileSync(join(assets, name)), { level: 9 }))
      }
    },
  }
}
