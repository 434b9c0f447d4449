import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runPrepared } from './prepare.mjs'

/** `npm run bench` runs the short form of all, `npm run bench -- import` those whose name has the word, in full. */
await runPrepared({ build: true }, async () => {
  const wanted = process.argv.slice(2)
  const options = wanted.filter((word) => word.includes('='))
  const names = wanted.filter((word) => !word.includes('='))
  const benches = readdirSync(join(ROOT, 'bench')).filter(
    (file) => file.endsWith('.bench.ts') && (names.length === 0 || names.some((word) => file.includes(word))),
  )
  if (benches.length === 0) {
    console.error(`No benchmark matches ${names.join(' ')}.`)
    process.exitCode = 1
  }
  for (const bench of benches) {
    const args = ['--import', 'tsx', join('bench', bench), ...(names.length === 0 ? ['--short'] : []), ...options]
    const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
})
