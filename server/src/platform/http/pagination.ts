import { z } from 'zod'
import { PAGE_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../domain/limits.ts'
import { type Signer, sameBytes } from '../crypto/signing.ts'
import { invalidField } from '../errors.ts'
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
  cursor: z.string().max(500).optional().meta({
    description:
      'The `nextCursor` of the previous response; pages through long lists in a stable order, from its beginning if it is empty',
  }),
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

const ORDERS = ['-createdAt', 'createdAt'] as const

/** For lists that can be read from either end: both orders use the same index. */
export const SORT = {
  sort: z
    .enum(ORDERS)
    .optional()
    .meta({ description: '`-createdAt`: newest first, the default; `createdAt`: oldest first', example: '-createdAt' }),
}

const Instant = z.iso.datetime({ offset: true }).optional()

/** A period of creation, for lists that can be filtered by it. */
export const CREATED = {
  createdFrom: Instant.meta({ description: 'Created at this instant or later', example: '2026-11-01T00:00:00Z' }),
  createdTo: Instant.meta({ description: 'Created before this instant', example: '2026-12-01T00:00:00Z' }),
}

export interface CreatedFilter {
  createdFrom?: Date | undefined
  /** Exclusive. */
  createdBefore?: Date | undefined
}

export const createdFilter = (query: { createdFrom?: string | undefined; createdTo?: string | undefined }) => ({
  createdFrom: query.createdFrom === undefined ? undefined : new Date(query.createdFrom),
  createdBefore: query.createdTo === undefined ? undefined : new Date(query.createdTo),
})

/** A page of a list to read: the rows after the one with this key, or from an offset for page numbers. */
export interface Page {
  number: number
  limit: number
  offset: number
  after: string | undefined
  /** Newest first unless set. */
  isOldestFirst?: boolean
}

/** How the SQL of a page continues behind its key, and its order. */
export const directionOf = ({ isOldestFirst }: Pick<Page, 'isOldestFirst'>) =>
  isOldestFirst ? ({ behind: '>', order: 'asc' } as const) : ({ behind: '<', order: 'desc' } as const)

/** For reading a whole list page by page. */
export const pageAfter = (after: string | undefined, limit: number): Page => ({ number: 1, limit, offset: 0, after })

type Order = 'rising' | 'falling'

/**
 * Cursors are signed together with the list, its order and its owner. A cursor that was altered, or belongs to another
 * list, order or vendor, is refused.
 */
export function createPager(signer: Signer, list: string, ownerId: string) {
  const messageOf = (key: string, isOldestFirst: boolean | undefined) =>
    `${list}\0${ownerId}\0${isOldestFirst ? 'oldest first\0' : ''}${key}`
  const cursorWith = (key: string, signature: Buffer) =>
    `${Buffer.from(key).toString('base64url')}.${signature.subarray(0, 16).toString('base64url')}`
  const cursorAt = (key: string, isOldestFirst?: boolean) =>
    cursorWith(key, signer.sign('cursor', messageOf(key, isOldestFirst)))
  const isCursorAt = (key: string, cursor: string, isOldestFirst: boolean) =>
    signer
      .validSignatures('cursor', messageOf(key, isOldestFirst))
      .some((signature) => sameBytes(Buffer.from(cursorWith(key, signature)), Buffer.from(cursor)))
  return {
    pageOf(query: z.output<typeof ListQuery> & { sort?: (typeof ORDERS)[number] | undefined }): Page {
      const number = query.page ?? 1
      const limit = query.pageSize ?? PAGE_SIZE_DEFAULT
      const isOldestFirst = query.sort === 'createdAt'
      const order = isOldestFirst ? { isOldestFirst } : {}
      if (!query.cursor) return { number, limit, offset: (number - 1) * limit, after: undefined, ...order }
      const [key = ''] = query.cursor.split('.')
      const after = Buffer.from(key, 'base64url').toString('utf8')
      if (!isCursorAt(after, query.cursor, isOldestFirst)) throw invalidField('cursor', 'is not a cursor of this list')
      return { number, limit, offset: 0, after, ...order }
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
      const page = this.pageOf(query)
      const { after } = page
      const isBehind = (row: Row, key: string) => (order === 'rising' ? keyOf(row) > key : keyOf(row) < key)
      const rest = after === undefined ? all.slice(page.offset) : all.filter((row) => isBehind(row, after))
      return this.answer(page, rest.slice(0, page.limit), all.length, keyOf)
    },
    /** `keyOf` returns the value that the SQL orders by. */
    answer<Row>(page: Page, rows: Row[], total: number, keyOf: (row: Row) => string) {
      const last = rows.at(-1)
      const more = last !== undefined && rows.length === page.limit
      const nextCursor = more ? cursorAt(keyOf(last), page.isOldestFirst) : null
      return { data: rows, page: page.number, pageSize: page.limit, total, nextCursor }
    },
  }
}
