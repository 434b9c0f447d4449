import { z } from 'zod'

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.string(),
    operatorId: z.string().nullable().meta({
      description: "null: an automatic action of the platform, or one of a company's user, who is `details.actorId`",
    }),
    action: z.string().meta({ example: 'REFUND_ISSUED' }),
    vendorId: z.string().nullable(),
    subjectType: z.string(),
    subjectId: z.string(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: 'AuditEntry' })
