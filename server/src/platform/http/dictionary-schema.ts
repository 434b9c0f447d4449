import { z } from 'zod'

/**
 * An answer whose keys are somebody's own words, such as the columns of a file. A record would drop `__proto__`; our own
 * answers need no check, so they pass as they are.
 */
export const dictionarySchema = <Value extends z.ZodType>(value: Value) =>
  z.custom<Record<string, z.output<Value>>>().meta({
    type: 'object',
    additionalProperties: z.toJSONSchema(value, { target: 'draft-2020-12' }),
  })
