import type { z } from 'zod'
import type { VendorId } from '../../domain/ids.ts'
import type { NotificationKind } from '../../domain/notifications/notifications.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { countSentSince, SENT_COUNTED_MAX } from '../messages/counts/daily-figures.ts'
import { wasNotified } from '../notifications/read.ts'
import { cycleOfPayment } from '../subscriptions/lifecycle/refunds.ts'
import { isFirstMonthUsed } from './requests/first-month-once.ts'
import { readInvoice } from './requests/request.ts'
import type { OperatorRefundView, RefundView } from './schema.ts'
import * as sql from './sql.ts'

type Warning = z.output<typeof OperatorRefundView>['warnings'][number]
type WarningDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex'>

/** What an operator should know before approving. */
export async function warningsFor(deps: WarningDeps, vendorId: VendorId, request: RefundView): Promise<Warning[]> {
  return [
    ...(request.invoiceId === null ? [] : await planWarnings(deps, vendorId, request.invoiceId)),
    ...(await vendorWarnings(deps, vendorId, request)),
    ...(request.invoiceId === null
      ? await exitWarnings(deps, vendorId, new Date(request.requestedAt))
      : await messageWarnings(deps, vendorId, request.invoiceId)),
  ]
}

async function planWarnings({ db }: WarningDeps, vendorId: VendorId, invoiceId: string): Promise<Warning[]> {
  const { invoice } = await readInvoice(db, vendorId, invoiceId)
  const cycle = await cycleOfPayment(db, vendorId, invoice.gatewayPaymentId ?? '')
  const warnings: Warning[] = []
  if (cycle?.movedTo)
    warnings.push({ code: 'PLAN_CHANGED', message: 'The plan was changed after this invoice was paid.' })
  if (cycle?.movedTo === 'BONUS')
    warnings.push({
      code: 'BONUS_GRANTED',
      message: 'The unused part of this invoice was returned to the wallet as bonus credit.',
    })
  if (cycle?.isPaidAgain)
    warnings.push({
      code: 'PLAN_PAID_AGAIN',
      message: 'The plan was paid again after this invoice. It continues after a refund.',
    })
  return warnings
}

async function vendorWarnings(deps: WarningDeps, vendorId: VendorId, request: RefundView): Promise<Warning[]> {
  const earlier = await sql.countEarlierRefunds(deps.db, vendorId, request.id)
  const isUsed =
    request.basis === 'FIRST_MONTH' &&
    request.status === 'REQUESTED' &&
    (await isFirstMonthUsed(deps, deps.db, vendorId, request.invoiceId ?? ''))
  return [
    ...(earlier > 0
      ? [
          {
            code: 'EARLIER_REFUNDS',
            message: `This vendor has had ${earlier} earlier ${earlier === 1 ? 'refund' : 'refunds'}.`,
          } as const,
        ]
      : []),
    ...(isUsed
      ? [
          {
            code: 'FIRST_MONTH_ALREADY_USED',
            message: 'This company has already received a first-month refund. It cannot be approved again.',
          } as const,
        ]
      : []),
  ]
}

/** A vendor that used its plan after the request may not want to leave any more. */
async function exitWarnings({ db }: WarningDeps, vendorId: VendorId, requestedAt: Date): Promise<Warning[]> {
  const message = 'The plan was paid for or changed after this request. Closing the account ends it.'
  return [
    ...((await wasNotified(db, vendorId, PLAN_NOTIFICATIONS, requestedAt))
      ? [{ code: 'PLAN_CHANGED', message } as const]
      : []),
    ...(await sentWarnings(db, vendorId, requestedAt, 'this request')),
  ]
}

/** The notifications about paying for a plan or changing it. */
const PLAN_NOTIFICATIONS = [
  'SUBSCRIPTION_STARTED',
  'SUBSCRIPTION_RENEWED',
  'SUBSCRIPTION_UNFROZEN',
  'SUBSCRIPTION_CHANGED',
] as const satisfies readonly NotificationKind[]

async function messageWarnings({ db }: WarningDeps, vendorId: VendorId, invoiceId: string): Promise<Warning[]> {
  const { invoice } = await readInvoice(db, vendorId, invoiceId)
  return invoice.issuedAt ? sentWarnings(db, vendorId, invoice.issuedAt, 'this invoice was paid') : []
}

async function sentWarnings(db: Db, vendorId: VendorId, since: Date, event: string): Promise<Warning[]> {
  const sent = await countSentSince(db, vendorId, since)
  if (sent === 0) return []
  const count = new Intl.NumberFormat('en-IN').format(Math.min(sent, SENT_COUNTED_MAX))
  const many =
    sent > SENT_COUNTED_MAX
      ? `More than ${count} messages have`
      : sent === 1
        ? '1 message has'
        : `${count} messages have`
  return [{ code: 'MESSAGES_SENT', message: `${many} been sent since ${event}.` }]
}
