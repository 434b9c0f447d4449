import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const API = process.env['API_URL'] ?? 'http://127.0.0.1:3000'
const FROM_API = ['/api', '/v1', '/docs', '/checkout', '/status', '/healthz', '/readyz']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  build: {
    target: 'es2022',
    // Never data: URLs for scripts or fonts; the page's policy does not allow them.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
  /** `npm run dev -w portal` beside `npm run dev`: pages change while one types. */
  server: { port: 5173, proxy: Object.fromEntries(FROM_API.map((path) => [path, { target: API, ws: true }])) },
})

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
