import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { undoAll } from '../../../../server/tests/support/cleanup.ts'
import { bundlePrograms } from '../../../../server/tests/support/processes/bundles.ts'
import { BUNDLES, programs } from '../../../../server/tests/support/processes/programs.ts'
import { findChromium } from './chromium.ts'
import { type Product, startForBrowser } from './steps.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sharedProduct: Product
    hasBundles: boolean
  }
}

/**
 * Builds portal and server and starts one product, with its sandbox and PostgreSQL, for every file
 * that neither moves the clock nor changes what all vendors share. Without Chromium nothing is built or started.
 */
export async function setup(project: TestProject) {
  if (!findChromium()) return undefined
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  await bundlePrograms()
  Object.assign(programs, BUNDLES)
  // vitest ends at once on a signal, without tearing down; the product must not outlive it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void undoAll())
  const { url, sandboxUrl } = await startForBrowser()
  project.provide('sharedProduct', { url, sandboxUrl })
  project.provide('hasBundles', true)
  return undoAll
}
