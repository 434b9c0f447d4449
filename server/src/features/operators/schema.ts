import { z } from 'zod'
import { Email } from '../auth/schema.ts'
import { singleLine } from '../vendors/schema.ts'

export const OperatorView = z
  .object({
    id: z.string(),
    email: z.string(),
    disabled: z.boolean(),
    createdAt: z.string(),
    lastSignInAt: z.string().nullable().meta({ description: 'Null if never' }),
    mfaEnabled: z.boolean().meta({ description: 'Whether the operator has a second factor' }),
  })
  .meta({ id: 'Operator' })
export type OperatorView = z.output<typeof OperatorView>

export const OperatorPatch = z.strictObject({ disabled: z.boolean() }).meta({ id: 'OperatorPatch' })

export const MfaResetBody = z
  .strictObject({
    email: Email,
    reason: singleLine(500).meta({
      description: 'How you made sure who asks; kept in the audit log',
      example: 'Called back on the number of the contract',
    }),
  })
  .meta({ id: 'MfaReset' })
export type MfaResetBody = z.output<typeof MfaResetBody>
