import { execFile } from 'node:child_process'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from '../support/database/database.ts'
import { openPool } from '../support/database/open-database.ts'
import { move, movement, newWallet } from '../support/money/wallets.ts'
import { newDataDir } from '../support/processes/process.ts'
import { startProduct, type TestProduct } from '../support/product.ts'

const run = (script: string, args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const path = fileURLToPath(new URL(`../../../deploy/backup/${script}`, import.meta.url))
    execFile(path, args, { env: { ...process.env, ...env } }, (error, output, errors) =>
      resolve({ code: Number(error?.code ?? 0), output: output.trim(), errors: errors.trim() }),
    )
  })

describe('a backup', () => {
  let product: TestProduct
  let backup: string
  beforeAll(async () => {
    product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
    const vendorId = await newWallet(product.deps.db)
    await move(product.deps.db, vendorId, [movement('CREDIT', 10), movement('DEBIT', 3)])
    const { dataDir } = product.deps.config
    await mkdir(join(dataDir, 'files'), { recursive: true })
    await writeFile(join(dataDir, 'files', 'kept'), 'content')
    const saved = await run('backup.sh', [await newDataDir()], { DATABASE_URL: product.databaseUrl, DATA_DIR: dataDir })
    expect(saved).toMatchObject({ code: 0, errors: '' })
    backup = saved.output
  })

  test('is restored whole: the same rows, valid ledgers, the files', async () => {
    const env = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: join(await newDataDir(), 'restored') }
    const restored = await run('restore.sh', [backup], env)
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.output).toMatch(/All ledgers are valid\. Wallets checked: [1-9]\d*\.$/)
    const count = sql<{ n: number }>`select count(*)::int as n from wallet_transaction`
    const [before, after] = [product.deps.db, openPool(env.DATABASE_URL, 1)]
    expect((await count.execute(after)).rows).toEqual((await count.execute(before)).rows)
    expect(await readFile(join(env.DATA_DIR, 'files', 'kept'), 'utf8')).toBe('content')
  })

  test('is never restored over something that exists', async () => {
    const env = { DATABASE_URL: product.databaseUrl, DATA_DIR: await newDataDir() }
    expect(await run('restore.sh', [backup], env)).toMatchObject({
      code: 1,
      errors: 'The database is not empty: nothing was restored.',
    })
  })

  test('that was damaged is refused before anything is restored', async () => {
    const env = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: await newDataDir() }
    await appendFile(join(backup, 'database.dump'), 'x')
    const { code, errors } = await run('restore.sh', [backup], env)
    expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringMatching(/nothing was restored\.$/) })
  })
})
