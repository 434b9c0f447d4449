import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.ts'

/** The build that people get, portal and product; nothing is built where nothing can look at it. */
export function setup() {
  if (!findChromium()) return
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
}
