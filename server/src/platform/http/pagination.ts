import { z } from 'zod'
import { PAGE_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../domain/limits.ts'
import { type Signer, sameBytes } from '../crypto/signing.ts'
import { AppError } from '../errors.ts'
import { isId } from '../ids.ts'

/** A number in a query string: `1` is accepted; `1e3`, ` 1` and `01` are not. */
const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'must be a whole number of at least 1')
    .transform(Number)
    .refine((n) => n <= max, { error: `must be at most ${max}` })

/** The query of every list. Routes extend it with their own filters. */
export const ListQuery = z.strictObject({
  page: wholeNumber(PAGE_MAX).optional().meta({ description: 'Page number, starting at 1', example: '1' }),
  pageSize: wholeNumber(PAGE_SIZE_MAX)
    .optional()
    .meta({ description: `Items per page, at most ${PAGE_SIZE_MAX}`, example: '50' }),
  cursor: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'The `nextCursor` of the previous response; pages through long lists in a stable order' }),
})

/** A malformed id is answered like an unknown one; see problem.ts. */
export const IdParams = z.object({ id: z.string().refine(isId) })

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
    nextCursor: z.string().nullable(),
  })

/** The part of a list to read: the rows after the one with this key, or from an offset for page numbers. */
export interface Slice {
  page: number
  limit: number
  offset: number
  after: string | undefined
}

/** For reading a whole list page by page. */
export const sliceAfter = (after: string | undefined, limit: number): Slice => ({ page: 1, limit, offset: 0, after })

type Order = 'rising' | 'falling'

/**
 * Cursors are signed together with the list and its owner. A cursor that was altered, or belongs to another list or
 * vendor, is refused.
 */
export function createPager(signer: Signer, list: string, ownerId: string) {
  const messageOf = (key: string) => `${list}\0${ownerId}\0${key}`
  const cursorWith = (key: string, signature: Buffer) =>
    `${Buffer.from(key).toString('base64url')}.${signature.subarray(0, 16).toString('base64url')}`
  const cursorAt = (key: string) => cursorWith(key, signer.sign('cursor', messageOf(key)))
  const isCursorAt = (key: string, cursor: string) =>
    signer
      .validSignatures('cursor', messageOf(key))
      .some((signature) => sameBytes(Buffer.from(cursorWith(key, signature)), Buffer.from(cursor)))
  return {
    slice(query: z.output<typeof ListQuery>): Slice {
      const page = query.page ?? 1
      const limit = query.pageSize ?? PAGE_SIZE_DEFAULT
      if (query.cursor === undefined) return { page, limit, offset: (page - 1) * limit, after: undefined }
      const [key = ''] = query.cursor.split('.')
      const after = Buffer.from(key, 'base64url').toString('utf8')
      if (!isCursorAt(after, query.cursor))
        throw new AppError('VALIDATION_FAILED', {
          detail: 'cursor: is not a cursor of this list',
          errors: [{ path: 'cursor', message: 'is not a cursor of this list' }],
        })
      return { page, limit, offset: 0, after }
    },
    /**
     * For short lists: takes all rows, ordered by `keyOf`, and returns the requested page. A cursor works even when its
     * row is gone.
     */
    answerAll<Row>(
      query: z.output<typeof ListQuery>,
      all: Row[],
      keyOf: (row: Row) => string,
      order: Order = 'rising',
    ) {
      const slice = this.slice(query)
      const { after } = slice
      const isBehind = (row: Row, key: string) => (order === 'rising' ? keyOf(row) > key : keyOf(row) < key)
      const rest = after === undefined ? all.slice(slice.offset) : all.filter((row) => isBehind(row, after))
      return this.answer(slice, rest.slice(0, slice.limit), all.length, keyOf)
    },
    /** `keyOf` returns the value that the SQL orders by. */
    answer<Row>(slice: Slice, rows: Row[], total: number, keyOf: (row: Row) => string) {
      const last = rows.at(-1)
      const more = last !== undefined && rows.length === slice.limit
      const nextCursor = more ? cursorAt(keyOf(last)) : null
      return { data: rows, page: slice.page, pageSize: slice.limit, total, nextCursor }
    },
  }
}
