import { z } from 'zod'
import { APPROVAL_KINDS, APPROVAL_STATUSES } from '../../domain/accounts/approval.ts'
import { ListQuery } from '../../platform/http/pagination.ts'
import { singleLine } from '../vendors/schema.ts'

/** The answer to an action that has to wait for a second operator. */
export const PendingView = z
  .object({
    approvalId: z.string(),
    status: z.literal('PENDING').meta({ description: 'Nothing has been booked yet. Another operator decides.' }),
  })
  .meta({
    id: 'PendingApproval',
    example: { approvalId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e5f', status: 'PENDING' },
  })
export type PendingView = z.output<typeof PendingView>

const Person = z.object({ id: z.string(), email: z.string() })
const Plain = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const ApprovalView = z
  .object({
    id: z.string(),
    kind: z.enum(APPROVAL_KINDS),
    status: z.enum(APPROVAL_STATUSES),
    vendorId: z
      .string()
      .nullable()
      .meta({ description: 'null: a payment that matches no vendor, or an exchange rate' }),
    companyName: z.string().nullable(),
    amountMinorUnit: z
      .int()
      .meta({ description: 'Of an `EXCHANGE_RATE`, what one US dollar is worth then, rounded up' }),
    currency: z.string(),
    reason: z.string(),
    details: Plain.meta({
      description:
        'Further details of the request: `type` of a credit, `transactionId` of a correction, `requestId` of a refund or payout, `gatewayPaymentId` of an unmatched payment, `rate`, `rateBefore` and `offeredRate` (by the feed) of an exchange rate',
    }),
    text: z.string().nullable().meta({ description: 'Note to the vendor, or reference of the bank transfer' }),
    requestedBy: Person,
    requestedAt: z.string(),
    expiresAt: z.string(),
    decidedBy: Person.nullable(),
    decidedAt: z.string().nullable(),
    decisionReason: z.string().nullable().meta({
      description:
        'Reason of a rejection. OPERATOR_DISABLED, OPERATOR_REMOVED, OPERATOR_ROLE_CHANGED: the requesting operator may no longer move money',
    }),
    result: Plain.nullable().meta({ description: 'Result of the approval, such as the `transactionId`' }),
  })
  .meta({
    id: 'Approval',
    example: {
      id: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e5f',
      kind: 'REFUND',
      status: 'PENDING',
      vendorId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e60',
      companyName: 'Asha Traders',
      amountMinorUnit: 13_982_882,
      currency: 'INR',
      reason: 'Refund of invoice HRK-2026-00042',
      details: { requestId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e61' },
      text: 'Refunded as agreed.',
      requestedBy: { id: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e62', email: 'operator@example.com' },
      requestedAt: '2026-11-15T09:30:00.000Z',
      expiresAt: '2026-11-22T09:30:00.000Z',
      decidedBy: null,
      decidedAt: null,
      decisionReason: null,
      result: null,
    },
  })
export type ApprovalView = z.output<typeof ApprovalView>

export const ApprovalsQuery = ListQuery.extend({ status: z.enum(APPROVAL_STATUSES).optional() })

export const RejectApprovalBody = z
  .strictObject({ reason: singleLine(200).optional() })
  .nullish()
  .meta({ id: 'RejectApproval' })
