import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, runPrepared } from './prepare.mjs'

/** Takes the pictures under docs/images anew. */
await runPrepared({ build: true }, () => {
  const args = ['--import', 'tsx', join('portal', 'tests', 'screenshots.ts')]
  process.exitCode = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1
})
