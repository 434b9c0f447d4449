import { z } from 'zod'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
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
import { insufficientBalance, moveMoney } from '../../wallet/move-money.ts'
import { findTransaction, listTransactionsByKey, readTransaction, spendableBalance } from '../../wallet/read.ts'
import type { TransactionView } from '../../wallet/schema.ts'
import { assertNotClosed } from '../vendor.ts'

export const CorrectionBody = z
  .strictObject({
    vendorId: z.string(),
    transactionId: z.string().meta({ description: 'The CREDIT or BONUS to reverse' }),
    reason: singleLine(200).meta({ description: 'Shown to the vendor and recorded in the audit log' }),
  })
  .meta({
    id: 'WalletCorrection',
    example: { vendorId: newId(), transactionId: newId(), reason: 'Credited to the wrong vendor' },
  })
type CorrectionBody = z.output<typeof CorrectionBody>

type Transaction = z.output<typeof TransactionView>

/** Only an operator's credit can be taken back, not what a vendor paid or what a plan returned. */
export const isOperatorCredit = ({ type, referenceType }: Pick<Transaction, 'type' | 'referenceType'>) =>
  (type === 'CREDIT' || type === 'BONUS') && referenceType === 'ADMIN'

export const correctionKey = (transactionId: string) => `correct-${transactionId}`

/** Takes back an operator's credit, once and as far as the balance allows. Repeating it returns the first answer. */
export async function correctCredit(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'keyring'>,
  operator: Operator,
  input: CorrectionBody,
  idempotency: IdempotencyRecord,
) {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => correctWithin(tx, deps, operator, input, idempotency, now))
}

async function correctWithin(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'keyring'>,
  operator: Operator,
  { vendorId: id, transactionId, reason }: CorrectionBody,
  idempotency: IdempotencyRecord,
  now: Date,
) {
  await lockMoneyOperator(tx, operator)
  if (!isId(id) || !isId(transactionId)) throw notFound()
  const vendorId = id as VendorId
  const { credit, correction, takenMinorUnit } = await lockCredit(tx, vendorId, transactionId)
  if (correction) return answer(tx, credit, correction, idempotency)
  await assertNotClosed(tx, vendorId)
  if (takenMinorUnit === 0n) throw insufficientBalance(BigInt(credit.amountMinorUnit), 0n)
  // The whole credit counts, not what is left of it, because it can be corrected only once.
  const amountMinorUnit = BigInt(credit.amountMinorUnit)
  const action = { vendorId, amountMinorUnit, reason, subjectId: transactionId, payload: { transactionId } }
  const pending = await requestApproval(tx, deps, operator, { kind: 'WALLET_CORRECTION', ...action }, now)
  if (pending) {
    await idempotency.saveAnswer(tx, 202, pending)
    return pending
  }
  const act = { vendorId, credit, takenMinorUnit, reason, operatorId: operator.accountId }
  return answer(tx, credit, await applyCorrection(tx, act, now), idempotency)
}

async function answer(tx: Tx, credit: Transaction, correction: Transaction, idempotency: IdempotencyRecord) {
  const view = {
    ...correction,
    correctedTransactionId: credit.id,
    uncorrectedMinorUnit: credit.amountMinorUnit - correction.amountMinorUnit,
  }
  await idempotency.saveAnswer(tx, 201, view)
  return view
}

/** Runs after a second operator has approved it. */
export async function executeCorrection(tx: Tx, _deps: Deps, action: ApprovedAction, now: Date) {
  const { vendorId, reason, requestedBy, approvedBy } = action
  const { transactionId } = z.strictObject({ transactionId: z.string() }).parse(action.payload)
  const { credit, correction, takenMinorUnit } = await lockCredit(tx, vendorId, transactionId)
  if (correction) throw new AppError('INVALID_STATE', { detail: 'The credit has already been reversed.' })
  await assertNotClosed(tx, vendorId)
  if (takenMinorUnit === 0n) throw insufficientBalance(BigInt(credit.amountMinorUnit), 0n)
  const act = { vendorId, credit, takenMinorUnit, reason, operatorId: requestedBy }
  const debit = await applyCorrection(tx, { ...act, approved: { approvalId: action.id, approvedBy } }, now)
  return {
    transactionId: debit.id,
    amountMinorUnit: debit.amountMinorUnit,
    uncorrectedMinorUnit: credit.amountMinorUnit - debit.amountMinorUnit,
  }
}

/** The credit under the wallet's lock, its correction if there is one, and how much of it can be taken back now. */
async function lockCredit(tx: Tx, vendorId: VendorId, transactionId: string) {
  const wallet = await lockWallet(tx, vendorId) // throws for an unknown vendor
  const credit = await findTransaction(tx, vendorId, transactionId)
  if (!credit) throw notFound()
  if (!isOperatorCredit(credit))
    throw new AppError('NOT_CORRECTABLE', { detail: 'Only a credit or bonus added by an operator can be reversed.' })
  const [correction] = await listTransactionsByKey(tx, vendorId, [correctionKey(transactionId)])
  // The cost of messages in flight is part of the balance and must stay.
  const spendable = spendableBalance(wallet)
  const amount = BigInt(credit.amountMinorUnit)
  return { credit, correction, takenMinorUnit: spendable < amount ? spendable : amount }
}

interface Correction {
  vendorId: VendorId
  credit: Transaction
  takenMinorUnit: bigint
  reason: string
  operatorId: AccountId
  approved?: { approvalId: string; approvedBy: AccountId }
}

async function applyCorrection(tx: Tx, { vendorId, credit, reason, ...act }: Correction, now: Date) {
  const [moved] = await moveMoney(
    tx,
    vendorId,
    [
      {
        type: 'DEBIT',
        amountMinorUnit: act.takenMinorUnit,
        idempotencyKey: correctionKey(credit.id),
        description: reason,
        referenceType: 'ADMIN',
        referenceId: credit.id,
        paidFirst: credit.type === 'CREDIT',
      },
    ],
    now,
  )
  const debit = await readTransaction(tx, vendorId, moved?.sequence ?? 0n)
  const { amountMinorUnit, currency, balanceAfterMinorUnit: balanceMinorUnit } = debit
  await recordAction(
    tx,
    {
      operatorId: act.operatorId,
      action: 'WALLET_CORRECTED',
      vendorId,
      subjectType: 'walletTransaction',
      subjectId: debit.id,
      details: {
        correctedTransactionId: credit.id,
        amountMinorUnit,
        uncorrectedMinorUnit: credit.amountMinorUnit - amountMinorUnit,
        currency,
        reason,
        ...act.approved,
      },
      before: { balanceMinorUnit: balanceMinorUnit + amountMinorUnit },
      after: { balanceMinorUnit },
    },
    now,
  )
  const notice = { amountMinorUnit, balanceMinorUnit, currency }
  await notify(tx, vendorId, { kind: 'WALLET_CORRECTED', ...notice }, `correction-${credit.id}`, now)
  return debit
}
