import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { move, movement, newWallet } from '../support/money/wallets.ts'
import { startProduct, type TestProduct } from '../support/product.ts'

const COMMAND = fileURLToPath(new URL('../../dist/commands/ledger-verify.js', import.meta.url))

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const verify = (...args: string[]) =>
  new Promise<{ code: number; lines: string[]; errors: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: product.databaseUrl,
      DATA_DIR: product.deps.config.dataDir,
    }
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), lines: stdout.trim().split('\n'), errors: stderr }),
    )
  })

test('ledger:verify proves every wallet, names a broken one, and ends accordingly', async () => {
  const { db } = product.deps
  const [whole, harmed] = [await newWallet(db), await newWallet(db)]
  for (const vendorId of [whole, harmed]) await move(db, vendorId, [movement('CREDIT', 10), movement('DEBIT', 3)])
  const fine = await verify()
  expect(fine.code).toBe(0)
  expect(fine.lines).toContainEqual(expect.stringMatching(`^${whole}  OK      2 entries, head [0-9a-f]{64}$`))
  expect(fine.lines.at(-1)).toMatch(/^All ledgers are valid\. Wallets checked: \d+\.$/)

  const describe = async (text: string) => {
    await sql`alter table wallet_transaction disable trigger wallet_transaction_append_only`.execute(db)
    await db
      .updateTable('wallet_transaction')
      .set({ description: text })
      .where('vendor_id', '=', harmed)
      .where('sequence', '=', 2n)
      .execute()
    await sql`alter table wallet_transaction enable trigger wallet_transaction_append_only`.execute(db)
  }
  await describe('forged')
  const broken = await verify()
  expect(broken.code).toBe(1)
  expect(broken.lines).toContainEqual(expect.stringMatching(`^${harmed}  FAILED  at sequence 2: ROW_ALTERED`))
  expect(broken.lines.at(-1)).toMatch(/^Invalid ledgers: 1 of \d+ wallets\.$/)
  expect(await verify('--vendor', whole)).toMatchObject({
    code: 0,
    lines: [expect.any(String), 'All ledgers are valid. Wallets checked: 1.'],
  })
  await describe('a DEBIT')
})

test('ledger:verify says how it is used', async () => {
  expect(await verify('--vendor', 'x')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Usage: npm run ledger:verify'),
  })
})
