import { z } from 'zod'
import { OPERATOR_ROLES } from '../../domain/accounts/operator-role.ts'
import { Email, NewPassword } from '../auth/schema.ts'
import { singleLine } from '../vendors/schema.ts'

const Role = z.enum(OPERATOR_ROLES).meta({
  description: 'OWNER: everything. FINANCE: money, refunds and exports. SUPPORT: reads only',
  example: 'FINANCE',
})

const Person = z.object({ id: z.string(), email: z.string() })

export const OperatorView = z
  .object({
    id: z.string(),
    email: z.string(),
    role: Role,
    status: z.enum(['ACTIVE', 'DISABLED', 'INVITED']),
    disabled: z.boolean(),
    createdAt: z.string(),
    lastSignInAt: z.string().nullable().meta({ description: 'Null if never' }),
    expiresAt: z.string().nullable().meta({ description: 'When an invitation expires' }),
    mfaEnabled: z.boolean().meta({ description: 'Whether the operator has a second factor' }),
    invitedBy: Person.nullable().meta({ description: 'Null if created with `operator:create`' }),
    confirmedBy: Person.nullable().meta({
      description:
        "Owner who confirmed this operator as a separate person. Until then operator and inviter cannot approve each other's requests and share one approval threshold",
    }),
  })
  .meta({
    id: 'Operator',
    example: {
      id: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e5f',
      email: 'priya@harkara.example',
      role: 'FINANCE',
      status: 'ACTIVE',
      disabled: false,
      createdAt: '2026-11-01T08:00:00.000Z',
      lastSignInAt: '2026-11-15T09:30:00.000Z',
      expiresAt: null,
      mfaEnabled: true,
      invitedBy: { id: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e60', email: 'anna@harkara.example' },
      confirmedBy: null,
    },
  })
export type OperatorView = z.output<typeof OperatorView>

export const InviteOperatorBody = z
  .strictObject({ email: Email, role: Role })
  .meta({ id: 'OperatorInvitation', example: { email: 'priya@harkara.example', role: 'FINANCE' } })
export type InviteOperatorBody = z.output<typeof InviteOperatorBody>

export const OperatorPatch = z
  .strictObject({ role: Role.optional(), disabled: z.boolean().optional() })
  .refine((patch) => patch.role !== undefined || patch.disabled !== undefined, 'must contain role or disabled')
  .meta({ id: 'OperatorPatch', example: { role: 'SUPPORT' } })
export type OperatorPatch = z.output<typeof OperatorPatch>

export const AcceptOperatorBody = z
  .strictObject({ token: z.string().max(300), password: NewPassword })
  .meta({ id: 'OperatorAcceptance' })
export type AcceptOperatorBody = z.output<typeof AcceptOperatorBody>

export const MfaResetBody = z
  .strictObject({
    email: Email,
    reason: singleLine(500).meta({
      description: "How you verified the person's identity. Recorded in the audit log.",
      example: 'Called back on the number of the contract',
    }),
  })
  .meta({ id: 'MfaReset' })
export type MfaResetBody = z.output<typeof MfaResetBody>
