import { z } from 'zod'

/**
 * For answers whose keys come from users, such as the columns of a file. `z.record` would drop a key named `__proto__`.
 * The values are passed through unchecked, because they are our own.
 */
export const dictionarySchema = <Value extends z.ZodType>(value: Value) =>
  z.custom<Record<string, z.output<Value>>>().meta({
    type: 'object',
    additionalProperties: z.toJSONSchema(value, { target: 'draft-2020-12' }),
  })
