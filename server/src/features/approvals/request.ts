import { type ApprovalKind, approvalExpiry } from '../../domain/accounts/approval.ts'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { APPROVAL_WINDOW_HOURS } from '../../domain/limits.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import { recordAction } from '../audit/record.ts'
import { lockMoneyOperator, operatorsCountedTogether } from '../auth/accounts/operators.ts'
import { convertToPaise, isAbovePaise } from '../currency/convert.ts'
import { lockWallet } from '../wallet/lock.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import type { PendingView } from './schema.ts'
import { sealText } from './sealed-text.ts'
import * as sql from './sql.ts'

interface OperatorAction {
  kind: ApprovalKind
  /** PLATFORM for a payment that matches no vendor. */
  vendorId: VendorId
  amountMinorUnit: bigint
  /** The currency of the vendor's wallet if left out. */
  currency?: string
  reason: string
  /** The subject of the action, if the same request must not be enqueued twice. */
  subjectId?: string
  /** Further input for the handler: ids, amounts and fixed texts, never personal data. */
  payload: sql.Plain
  /** Free text that may contain personal data; it is stored encrypted. */
  text?: string | undefined
}

/**
 * Decides whether an operator's action needs a second operator. If so, the action is enqueued and the caller answers
 * with the returned view (202) and does nothing else. If not, the caller continues in the same transaction, and the
 * amount counts towards the person's next actions of this kind, for this vendor and for all of them, so that splitting a
 * sum does not help. The locks of the wallet and of the person serialise them.
 */
export async function requestApproval(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'keyring'>,
  operator: Operator,
  action: OperatorAction,
  now: Date,
): Promise<PendingView | undefined> {
  const { kind, vendorId, amountMinorUnit } = action
  if (amountMinorUnit <= 0n) return undefined
  await lockMoneyOperator(tx, operator)
  const { accountId: operatorId } = operator
  const currency = action.currency ?? (await lockWallet(tx, vendorId)).currency
  if (vendorId === PLATFORM) await sql.lockActions(tx, vendorId)
  else await lockWallet(tx, vendorId)
  const operatorIds = await operatorsCountedTogether(tx, deps.config, operatorId)
  const since = new Date(now.getTime() - APPROVAL_WINDOW_HOURS * 3_600_000)
  const counted = { operatorIds, kind, since }
  const sum = amountMinorUnit + (await sql.sumUnapproved(tx, vendorId, { ...counted, currency }))
  const isSmall =
    !(await needsApproval(() => isAboveThreshold(tx, deps, sum, currency))) &&
    !(await needsApproval(() => isAboveTotal(tx, deps, counted, { currency, sum: amountMinorUnit })))
  if (isSmall) {
    const id = newId<'unapprovedAction'>()
    await sql.insertUnapproved(tx, vendorId, { id, operatorId, kind, amountMinorUnit, currency, now })
    return undefined
  }
  return askForApproval(tx, deps, operator, { ...action, currency }, now)
}

/** Enqueues an action for a second operator, once for each subject. The caller has locked the operator and the subject. */
export async function askForApproval(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  operator: Operator,
  action: OperatorAction & { currency: string },
  now: Date,
): Promise<PendingView> {
  const { kind, vendorId, amountMinorUnit, subjectId = null } = action
  const waiting = subjectId === null ? undefined : await sql.findPending(tx, vendorId, kind, subjectId, now)
  if (waiting && waiting.amountMinorUnit !== amountMinorUnit)
    throw new AppError('INVALID_STATE', {
      detail: 'A request for another amount is already waiting for approval. Decide it first.',
      members: { approvalId: waiting.id },
    })
  const approvalId = waiting?.id ?? (await enqueueApproval(tx, deps, operator, action, now))
  return { approvalId, status: 'PENDING' }
}

const isAboveThreshold = (tx: Tx, { config }: Pick<Deps, 'config'>, sum: bigint, currency: string) =>
  isAbovePaise(tx, sum, currency, BigInt(config.APPROVAL_THRESHOLD_INR_PAISE))

/** Whether a person has moved too much for all vendors together, so that many small vendors evade no threshold. */
async function isAboveTotal(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  counted: crossVendor.CountedActions,
  added: { currency: string; sum: bigint },
) {
  if (config.APPROVAL_TOTAL_INR_PAISE === undefined) return false
  await crossVendor.lockPerson(tx, counted.operatorIds)
  let paise = 0n
  for (const { currency, sum } of [...(await crossVendor.sumUnapproved(tx, counted)), added])
    paise += await convertToPaise(tx, sum, currency)
  return paise > BigInt(config.APPROVAL_TOTAL_INR_PAISE)
}

/** An amount in a currency without a known rate cannot be compared with a limit, so a second operator decides. */
async function needsApproval(isAbove: () => Promise<boolean>) {
  try {
    return await isAbove()
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_UNAVAILABLE') return true
    throw error
  }
}

async function enqueueApproval(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  { accountId }: Operator,
  action: OperatorAction & { currency: string },
  now: Date,
) {
  const { kind, vendorId, amountMinorUnit, currency, reason, subjectId = null, payload, text } = action
  const id = newId<'approval'>()
  await sql.insertApproval(tx, vendorId, {
    id,
    kind,
    amountMinorUnit,
    currency,
    reason,
    subjectId,
    payload,
    textCipher: text === undefined ? null : await sealText(deps, tx, vendorId, text),
    requestedBy: accountId,
    requestedAt: now,
    expiresAt: approvalExpiry(now),
  })
  const details = { kind, amountMinorUnit: toJsonInteger(amountMinorUnit), currency, reason, ...payload }
  const about = { vendorId: vendorId === PLATFORM ? null : vendorId, subjectType: 'approval', subjectId: id, details }
  const change = { before: {}, after: { status: 'PENDING' } }
  await recordAction(tx, { operatorId: accountId, action: 'APPROVAL_REQUESTED', ...about, ...change }, now)
  return id
}
