import type { VendorId } from '../domain/ids.ts'
import { allWallets, type Verdict, verifyLedger } from '../features/wallet/ledger/verify.ts'
import { isId } from '../platform/ids.ts'
import { runCommand, UsageError } from './command.ts'

/** Verifies the ledger of every wallet, or of one vendor with `--vendor <id>`. Exits with 1 if one is not intact. */
await runCommand(async ({ db }, [option, vendorId, ...rest]) => {
  const isUsedRight = option === undefined || (option === '--vendor' && rest.length === 0 && isId(vendorId ?? ''))
  if (!isUsedRight) throw new UsageError('Usage: npm run ledger:verify [-- --vendor <id>]')
  const wallets = option === undefined ? allWallets(db) : [vendorId as VendorId]
  let [proved, broken] = [0, 0]
  for await (const wallet of wallets) {
    const verdict = await verifyLedger(db, wallet)
    console.log(describe(wallet, verdict))
    if (verdict.ok) proved++
    else broken++
  }
  if (broken > 0) process.exitCode = 1
  return broken > 0
    ? `Invalid ledgers: ${broken} of ${proved + broken} wallets.`
    : `All ledgers are valid. Wallets checked: ${proved}.`
})

function describe(vendorId: VendorId, { ok, rows, headHash, brokenAtSequence, problem }: Verdict) {
  if (ok) return `${vendorId}  OK      ${rows} entries, head ${headHash}`
  return `${vendorId}  FAILED  at sequence ${brokenAtSequence}: ${problem} (${rows} entries before it are valid)`
}
