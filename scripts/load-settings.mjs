import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare.mjs'

/** Settings from a file named .env, if there is one; what the environment says already stays as it is. */
export function loadSettings() {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
