import { z } from 'zod'
import type { VendorId } from '../../domain/ids.ts'
import { CREDIT_MINOR_UNIT_MAX } from '../../domain/limits.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import type { Once } from '../../platform/idempotency/idempotency.ts'
import { isId, newId } from '../../platform/ids.ts'
import { recordAction } from '../audit/record.ts'
import { notify } from '../notifications/notify.ts'
import { hasLeft } from '../vendors/close.ts'
import { line } from '../vendors/schema.ts'
import { moveMoney } from '../wallet/move.ts'
import { lockWallet, readTransaction } from '../wallet/read.ts'

export const CreditBody = z
  .strictObject({
    vendorId: z.string().refine(isId, 'must be an id'),
    amountMinorUnit: z.int().min(1).max(CREDIT_MINOR_UNIT_MAX),
    type: z.enum(['CREDIT', 'BONUS']).default('CREDIT'),
    reason: line(200).meta({ description: 'Shown to the vendor, and kept in the audit' }),
  })
  .meta({ id: 'WalletCredit', example: { vendorId: newId(), amountMinorUnit: 50_000, reason: 'Goodwill' } })
type CreditBody = z.output<typeof CreditBody>

/** Money by an operator's word: CREDIT counts as paid, BONUS as given. */
export async function creditWallet(
  deps: Pick<Deps, 'db' | 'clock'>,
  operator: Operator,
  input: CreditBody,
  once: Once,
) {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => creditIn(tx, operator, input, once, now))
}

async function creditIn(tx: Tx, operator: Operator, { reason, ...input }: CreditBody, once: Once, now: Date) {
  const vendorId = input.vendorId as VendorId
  await lockWallet(tx, vendorId) // an unknown vendor ends here
  if (await hasLeft(tx, vendorId))
    throw new AppError('INVALID_STATE', { detail: 'The account is closed, or about to be.' })
  const { type, amountMinorUnit } = input
  const creditId = newId<'walletCredit'>()
  const [moved] = await moveMoney(
    tx,
    vendorId,
    [
      {
        type,
        amountMinorUnit: BigInt(amountMinorUnit),
        idempotencyKey: `admin-credit-${creditId}`,
        description: reason,
        referenceType: 'ADMIN',
        referenceId: creditId,
      },
    ],
    now,
  )
  const transaction = await readTransaction(tx, vendorId, moved?.sequence ?? 0n)
  await recordAction(
    tx,
    {
      operatorId: operator.accountId,
      action: 'WALLET_CREDITED',
      vendorId,
      subjectType: 'walletTransaction',
      subjectId: transaction.id,
      details: { type, amountMinorUnit, currency: transaction.currency, reason },
    },
    now,
  )
  await notify(
    tx,
    vendorId,
    {
      kind: 'WALLET_CREDITED',
      amountMinorUnit,
      balanceMinorUnit: transaction.balanceAfterMinorUnit,
      currency: transaction.currency,
      isBonus: type === 'BONUS',
    },
    `credit-${creditId}`,
    now,
  )
  await once.remember(tx, 201, transaction)
  return transaction
}
