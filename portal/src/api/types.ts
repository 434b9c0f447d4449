import type { z } from 'zod'

/** The output type of a server schema, for example `Out<typeof BalanceView>`. */
export type Out<Schema extends z.ZodType> = z.output<Schema>
/** The input type of a server schema, in which fields with a default are optional. */
export type In<Schema extends z.ZodType> = z.input<Schema>

/** The response of every list endpoint. */
export interface Page<Item> {
  data: Item[]
  page: number
  pageSize: number
  total: number
  nextCursor: string | null
}
