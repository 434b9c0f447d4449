import { z } from 'zod'

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.string(),
    operatorId: z.string().nullable().meta({
      description: "null: an automatic action of the platform, or one of a company's user, who is `details.actorId`",
    }),
    operatorEmail: z.string().nullable(),
    action: z.string().meta({ example: 'REFUND_ISSUED' }),
    vendorId: z.string().nullable(),
    subjectType: z.string(),
    subjectId: z.string(),
    details: Fields,
    before: Fields.nullable().meta({
      description: 'The changed fields before the action. Empty: the subject was created. null: older entries',
    }),
    after: Fields.nullable().meta({ description: 'The same fields after the action. Empty: the subject was deleted' }),
    people: z.record(z.string(), z.string()).meta({
      description: 'The email addresses of operators that the fields name by id, such as `approvedBy`',
    }),
  })
  .meta({
    id: 'AuditEntry',
    example: {
      id: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e5f',
      at: '2026-11-15T09:30:00.000Z',
      operatorId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e62',
      operatorEmail: 'operator@harkara.example',
      action: 'VENDOR_SUSPENDED',
      vendorId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e60',
      subjectType: 'vendor',
      subjectId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e60',
      details: { reason: 'Complaints about unsolicited messages' },
      before: { status: 'ACTIVE' },
      after: { status: 'SUSPENDED' },
      people: {},
    },
  })
