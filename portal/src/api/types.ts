import type { z } from 'zod'

/** What a schema of the server gives; `Out<typeof BalanceView>`. */
export type Out<Schema extends z.ZodType> = z.output<Schema>
/** What it takes: fields with a default may be left out. */
export type In<Schema extends z.ZodType> = z.input<Schema>

/** The answer of every list. */
export interface Page<Item> {
  data: Item[]
  page: number
  pageSize: number
  total: number
  nextCursor: string | null
}
