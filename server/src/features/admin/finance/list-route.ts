import { z } from 'zod'
import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { type CsvList, sendCsv } from '../../../platform/http/csv.ts'
import { OPERATOR } from '../../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf, type Page } from '../../../platform/http/pagination.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import { recordAction } from '../../audit/record.ts'
import { findVendorOrThrow } from '../vendor.ts'

const FORMAT = z
  .enum(['json', 'csv'])
  .optional()
  .meta({ description: '`csv`: the whole list as CSV, for the roles OWNER and FINANCE' })

type Filters = Readonly<Record<string, string | undefined>>

interface VendorList<Item extends z.ZodType> extends Pick<CsvList<z.output<Item>>, 'keyOf'> {
  /** The last part of the path. */
  name: string
  summary: string
  item: Item
  /** The fields of the CSV, in order. */
  columns: readonly (keyof z.output<Item> & string)[]
  moreColumns?: CsvList<z.output<Item>>['columns']
  filters?: Record<string, z.ZodType<string | undefined>>
  list: (vendorId: VendorId, page: Page, filters: Filters) => Promise<{ rows: z.output<Item>[]; total: number }>
}

/** A list of one vendor for operators, in pages or as CSV. */
export function vendorListRoute<Item extends z.ZodType>(app: App, deps: Deps, list: VendorList<Item>) {
  const query: z.ZodType<z.output<typeof ListQuery> & { format?: 'json' | 'csv' | undefined }> = ListQuery.extend({
    format: FORMAT,
    ...list.filters,
  })
  app.get(
    `/admin/vendors/:id/${list.name}`,
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: list.summary,
        params: IdParams,
        querystring: query,
        response: {
          200: {
            content: {
              'application/json': { schema: listOf(list.item) },
              'text/csv': { schema: z.string() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { page: number, pageSize, cursor, format, ...filters } = request.query as z.output<typeof query> & Filters
      const { id: vendorId } = await findVendorOrThrow(deps.db, request.params.id)
      const read = (page: Page) => list.list(vendorId, page, filters)
      if (format === 'csv') {
        await recordExport(deps, request.operator, vendorId, list.name)
        const fileName = `${list.name}-${vendorId}.csv`
        const columns = { ...fieldsOf<z.output<Item>>(list.columns), ...list.moreColumns }
        const rowsOf = async (page: Page) => (await read(page)).rows
        return sendCsv(reply, { fileName, columns, keyOf: list.keyOf, read: rowsOf })
      }
      const name = `admin/vendors/${vendorId}/${list.name}/${Object.values(filters).join('/')}`
      const pager = createPager(deps.signer, name, PLATFORM)
      const page = pager.pageOf({ page: number, pageSize, cursor })
      const { rows, total } = await read(page)
      return reply.type('application/json; charset=utf-8').send(pager.answer(page, rows, total, list.keyOf) as never)
    },
  )
}

/** Before the first byte: what has been sent cannot be taken back when the entry fails. */
async function recordExport(deps: Pick<Deps, 'db' | 'clock'>, operator: Operator, vendorId: VendorId, list: string) {
  const now = deps.clock.now()
  const exported = { action: 'VENDOR_LIST_EXPORTED', vendorId, subjectType: 'vendor', subjectId: vendorId } as const
  const entry = { operatorId: operator.accountId, ...exported, details: { list }, before: {}, after: {} }
  await inTransaction(deps.db, (tx) => recordAction(tx, entry, now))
}

const fieldsOf = <Row>(names: readonly (keyof Row & string)[]) =>
  Object.fromEntries(names.map((name) => [name, (row: Row) => row[name] as string | number | boolean | null]))
