import { z } from 'zod'
import { isCountry } from '../../../domain/contacts/country.ts'

const WHAT_IF_COUNTRIES_MAX = 10
const Count = z.int()

export const WhatIfQuery = z.strictObject({
  countries: z
    .string()
    .transform((text) => [...new Set(text.split(',').map((code) => code.trim().toUpperCase()))])
    .pipe(
      z
        .array(z.string().refine(isCountry, { error: 'must be two-letter country codes such as IN,AE' }))
        .max(WHAT_IF_COUNTRIES_MAX, { error: `must be at most ${WHAT_IF_COUNTRIES_MAX} countries` }),
    )
    .meta({
      description: `Country codes separated by commas, at most ${WHAT_IF_COUNTRIES_MAX}`,
      example: 'IN,AE,GB',
      type: 'string',
    }),
  exact: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'true: reads all rows of any file, which may take some seconds', type: 'string' }),
})

export const WhatIfView = z
  .array(
    z.object({
      country: z.string().meta({ example: 'IN' }),
      valid: Count.meta({ description: 'Rows with at least one valid number' }),
      ambiguous: Count.meta({ description: 'Valid rows that would still have the warning `ambiguous country`' }),
      failed: Count.meta({ description: 'Rows that would fail' }),
      changed: Count.meta({
        description: 'Rows that would have other numbers than now, including rows that become valid or fail',
      }),
      sampledRows: Count.optional().meta({
        description: 'Of imports with more than 20,000 rows: the counts are estimates from this number of rows',
      }),
    }),
  )
  .meta({ description: 'In the order of the query; all counts are rows' })
