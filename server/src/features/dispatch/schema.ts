import { z } from 'zod'

export const ProviderView = z
  .object({
    stopped: z.boolean(),
    code: z.int().nullable().meta({ description: 'The error code that stopped all sending; null: an operator did' }),
    since: z.string().nullable(),
  })
  .meta({ id: 'Provider', example: { stopped: true, code: 190, since: '2026-11-15T09:30:00.000Z' } })
