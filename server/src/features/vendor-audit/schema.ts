import { z } from 'zod'
import { VENDOR_ACTIONS, type VendorAction } from '../../domain/accounts/vendor-actions.ts'
import { DayOrInstant } from '../../platform/http/day-or-instant.ts'
import { ListQuery } from '../../platform/http/pagination.ts'
import { isId } from '../../platform/ids.ts'

const Instant = DayOrInstant.meta({ example: '2026-10-01T00:00:00Z' })
const Action = z.enum(VENDOR_ACTIONS as [VendorAction, ...VendorAction[]])

export const VendorAuditQuery = ListQuery.extend({
  actor: z
    .string()
    .refine((text) => text === 'HARKARA' || isId(text), 'must be the id of a member or an API key, or HARKARA')
    .optional()
    .meta({ description: 'The id of a member or an API key, or `HARKARA`' }),
  action: Action.optional().meta({ example: 'MEMBER_REMOVED' }),
  from: Instant.optional().meta({
    description: 'Only entries from this time on; a day begins at midnight in your time zone',
  }),
  to: Instant.optional().meta({ description: 'Only entries before this time, or before the beginning of this day' }),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .meta({ description: 'csv: all entries that match, as a file, without pages' }),
})
export type VendorAuditQuery = z.output<typeof VendorAuditQuery>

export const VendorAuditEntry = z
  .object({
    id: z.string(),
    at: z.string(),
    actor: z.object({
      type: z.enum(['MEMBER', 'API_KEY', 'HARKARA']).meta({ description: 'HARKARA: the platform or its operators' }),
      id: z.string().nullable(),
      name: z.string().nullable().meta({ description: "A member's email address, the name of a key, or Harkara" }),
    }),
    action: Action,
    subjectType: z.string(),
    subjectId: z.string(),
    email: z.string().nullable().meta({ description: 'The invited or removed person' }),
    ip: z.string().nullable().meta({ description: 'Where a sign-in or a refused use of a key came from' }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({
    id: 'VendorAuditEntry',
    example: {
      id: '0199b0a2-7c1e-7d3a-9f51-3f1c2a5b6c7d',
      at: '2026-11-18T09:30:00.000Z',
      actor: { type: 'MEMBER', id: '0199a0a2-7c1e-7d3a-9f51-3f1c2a5b6c7d', name: 'asha@example.com' },
      action: 'SIGNED_IN',
      subjectType: 'member',
      subjectId: '0199a0a2-7c1e-7d3a-9f51-3f1c2a5b6c7d',
      email: null,
      ip: '203.0.113.7',
      details: { device: 'Firefox on Windows' },
    },
  })
export type VendorAuditEntry = z.output<typeof VendorAuditEntry>
