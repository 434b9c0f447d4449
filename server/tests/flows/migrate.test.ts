import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../support/database/database.ts'
import { newDataDir } from '../support/processes/process.ts'

const run = (name: string, env: Record<string, string>) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const program = fileURLToPath(new URL(`../../dist/commands/${name}.js`, import.meta.url))
    execFile(
      process.execPath,
      [program],
      { env: { PATH: process.env['PATH'] ?? '', ...env } },
      (error, output, errors) =>
        resolve({ code: Number(error?.code ?? 0), output: output.trim(), errors: errors.trim() }),
    )
  })

test('where migrating is a step of its own, nothing runs before it was done, and it is done once', async () => {
  const env = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: await newDataDir(), MIGRATE_ON_START: 'false' }
  const early = await run('ledger-verify', env)
  expect(early).toMatchObject({ code: 1, output: '' })
  expect(early.errors).toMatch(/^The database lacks migration 0001_\S+\.sql\. Run npm run migrate .*$/)

  const first = await run('migrate', env)
  expect(first).toMatchObject({ code: 0, errors: '' })
  expect(first.output).toMatch(/^Applied:\n {2}0001_/)
  expect(await run('migrate', env)).toEqual({ code: 0, output: 'The database is up to date.', errors: '' })
  expect(await run('ledger-verify', env)).toMatchObject({ code: 0, errors: '' })
})
