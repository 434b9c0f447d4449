import { z } from 'zod'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
import { CREDIT_MINOR_UNIT_MAX } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { isId, newId } from '../../../platform/ids.ts'
import type { ApprovedAction } from '../../approvals/handlers.ts'
import { requestApproval } from '../../approvals/request.ts'
import { recordAction } from '../../audit/record.ts'
import { lockMoneyOperator } from '../../auth/accounts/operators.ts'
import { notify } from '../../notifications/notify.ts'
import { singleLine } from '../../vendors/schema.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { moveMoney } from '../../wallet/move-money.ts'
import { readTransaction } from '../../wallet/read.ts'
import { assertNotClosed } from '../vendor.ts'

const CreditType = z.enum(['CREDIT', 'BONUS'])
export const CreditBody = z
  .strictObject({
    vendorId: z.string(),
    amountMinorUnit: z.int().min(1).max(CREDIT_MINOR_UNIT_MAX),
    type: CreditType.default('CREDIT'),
    reason: singleLine(200).meta({ description: 'Shown to the vendor and recorded in the audit log' }),
  })
  .meta({ id: 'WalletCredit', example: { vendorId: newId(), amountMinorUnit: 50_000, reason: 'Goodwill' } })
type CreditBody = z.output<typeof CreditBody>

/**
 * An operator credits a wallet: CREDIT counts as paid, BONUS as granted. Above the threshold a second operator decides.
 */
export async function creditWallet(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'keyring'>,
  operator: Operator,
  input: CreditBody,
  idempotency: IdempotencyRecord,
) {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => creditWithin(tx, deps, operator, input, idempotency, now))
}

async function creditWithin(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'keyring'>,
  operator: Operator,
  { vendorId, amountMinorUnit, type, reason }: CreditBody,
  idempotency: IdempotencyRecord,
  now: Date,
) {
  await lockMoneyOperator(tx, operator)
  if (!isId(vendorId)) throw notFound()
  const action = { vendorId: vendorId as VendorId, amountMinorUnit: BigInt(amountMinorUnit), reason }
  await lockWallet(tx, action.vendorId) // throws for an unknown vendor
  await assertNotClosed(tx, action.vendorId)
  const pending = await requestApproval(
    tx,
    deps,
    operator,
    { kind: 'WALLET_CREDIT', ...action, payload: { type } },
    now,
  )
  if (pending) {
    await idempotency.saveAnswer(tx, 202, pending)
    return pending
  }
  const credit = { ...action, id: newId<'walletCredit'>(), type, operatorId: operator.accountId }
  const transaction = await applyCredit(tx, credit, now)
  await idempotency.saveAnswer(tx, 201, transaction)
  return transaction
}

/** Runs after a second operator has approved it. A wallet without transactions may have got another currency since. */
export async function executeCredit(tx: Tx, _deps: Deps, action: ApprovedAction, now: Date) {
  const { id, vendorId, requestedBy, approvedBy } = action
  const wallet = await lockWallet(tx, vendorId)
  await assertNotClosed(tx, vendorId)
  if (wallet.currency !== action.currency)
    throw new AppError('CURRENCY_MISMATCH', {
      detail: `The credit was requested in ${action.currency}, and the wallet is now in ${wallet.currency}. Reject it and request it again.`,
    })
  const { type } = z.strictObject({ type: CreditType }).parse(action.payload)
  const credit = { ...action, type, operatorId: requestedBy, approved: { approvalId: id, approvedBy } }
  return { transactionId: (await applyCredit(tx, credit, now)).id }
}

interface Credit {
  id: string
  vendorId: VendorId
  type: 'CREDIT' | 'BONUS'
  amountMinorUnit: bigint
  reason: string
  operatorId: AccountId
  approved?: { approvalId: string; approvedBy: AccountId }
}

async function applyCredit(tx: Tx, { id, vendorId, type, amountMinorUnit, reason, ...by }: Credit, now: Date) {
  const [moved] = await moveMoney(
    tx,
    vendorId,
    [
      {
        type,
        amountMinorUnit,
        idempotencyKey: `admin-credit-${id}`,
        description: reason,
        referenceType: 'ADMIN',
        referenceId: id,
      },
    ],
    now,
  )
  const transaction = await readTransaction(tx, vendorId, moved?.sequence ?? 0n)
  const { amountMinorUnit: amount, currency, balanceAfterMinorUnit: balanceMinorUnit } = transaction
  await recordAction(
    tx,
    {
      operatorId: by.operatorId,
      action: 'WALLET_CREDITED',
      vendorId,
      subjectType: 'walletTransaction',
      subjectId: transaction.id,
      details: { type, amountMinorUnit: amount, currency, reason, ...by.approved },
      before: { balanceMinorUnit: balanceMinorUnit - amount },
      after: { balanceMinorUnit },
    },
    now,
  )
  const notice = { amountMinorUnit: amount, balanceMinorUnit, currency, isBonus: type === 'BONUS' }
  await notify(tx, vendorId, { kind: 'WALLET_CREDITED', ...notice }, `credit-${id}`, now)
  return transaction
}
