import { z } from 'zod'

export const OperatorView = z
  .object({
    id: z.string(),
    email: z.string(),
    disabled: z.boolean(),
    createdAt: z.string(),
    lastSignInAt: z.string().nullable().meta({ description: 'Null if never' }),
  })
  .meta({ id: 'Operator' })
export type OperatorView = z.output<typeof OperatorView>

export const OperatorPatch = z.strictObject({ disabled: z.boolean() }).meta({ id: 'OperatorPatch' })
