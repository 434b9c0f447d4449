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
  .meta({ id: 'PendingApproval' })
export type PendingView = z.output<typeof PendingView>

const Person = z.object({ id: z.string(), email: z.string() })
const Plain = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const ApprovalView = z
  .object({
    id: z.string(),
    kind: z.enum(APPROVAL_KINDS),
    status: z.enum(APPROVAL_STATUSES),
    vendorId: z.string(),
    companyName: z.string(),
    amountMinorUnit: z.int(),
    currency: z.string(),
    reason: z.string(),
    details: Plain.meta({
      description: 'Further details of the request: `type` of a credit, `transactionId` of a correction',
    }),
    requestedBy: Person,
    requestedAt: z.string(),
    expiresAt: z.string(),
    decidedBy: Person.nullable(),
    decidedAt: z.string().nullable(),
    decisionReason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of a rejection. OPERATOR_DISABLED: the requesting operator was disabled' }),
    result: Plain.nullable().meta({ description: 'Result of the approval, such as the `transactionId`' }),
  })
  .meta({ id: 'Approval' })
export type ApprovalView = z.output<typeof ApprovalView>

export const ApprovalsQuery = ListQuery.extend({ status: z.enum(APPROVAL_STATUSES).optional() })

export const RejectApprovalBody = z
  .strictObject({ reason: singleLine(200).optional() })
  .nullish()
  .meta({ id: 'RejectApproval' })
