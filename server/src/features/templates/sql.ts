import type { Insertable, Selectable, Updateable } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { TemplateStatus } from '../../domain/template/status.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { containing } from '../../platform/db/like.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { directionOf, type Page } from '../../platform/http/pagination.ts'
import type {} from './tables.ts'

export type TemplateRow = Selectable<Tables['template']>
type NewTemplate = Pick<
  Insertable<Tables['template']>,
  'id' | 'name' | 'language' | 'provider_name' | 'requested_category' | 'category' | 'components' | 'media_id'
>
type TemplateChange = Updateable<Omit<Tables['template'], 'vendor_id' | 'id' | 'name' | 'language'>>

/** The caller holds the vendor's lock, so that a vendor gets one number only. */
export const prefixNumber = async (tx: Tx, vendorId: VendorId) => {
  const known = await tx
    .selectFrom('template_prefix')
    .select('number')
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst()
  if (known) return known.number
  const { number } = await tx
    .insertInto('template_prefix')
    .values({ vendor_id: vendorId })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

export const countAll = async (db: Db, vendorId: VendorId) => {
  const { count } = await db
    .selectFrom('template')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns undefined when the vendor has a template with this name and language. */
export const insertTemplate = (tx: Tx, vendorId: VendorId, template: NewTemplate, now: Date) =>
  tx
    .insertInto('template')
    .values({
      ...template,
      vendor_id: vendorId,
      components: JSON.stringify(template.components),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.constraint('template_name_unique').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findByName = (db: Db, vendorId: VendorId, name: string, language: string) =>
  db
    .selectFrom('template')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('name', '=', name)
    .where('language', '=', language)
    .executeTakeFirst()

/** Includes templates that are being deleted at the provider. */
export const findIncludingDeleted = (db: Db, vendorId: VendorId, id: string) =>
  templateById(db, vendorId, id).executeTakeFirst()

export const findTemplate = (db: Db, vendorId: VendorId, id: string) =>
  templateById(db, vendorId, id).where('is_deleted', '=', false).executeTakeFirst()

export const lockTemplate = (tx: Tx, vendorId: VendorId, id: string) =>
  templateById(tx, vendorId, id).where('is_deleted', '=', false).forUpdate().executeTakeFirst()

const templateById = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('template').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id)

interface Filter {
  status: TemplateStatus | undefined
}

export const listTemplates = (db: Db, vendorId: VendorId, filter: Filter, page: Page) => {
  const { behind, order } = directionOf(page)
  return matching(db, vendorId, filter)
    .selectAll()
    .$if(page.after !== undefined, (query) => query.where('id', behind, page.after as string))
    .orderBy('id', order)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** The newest templates with this text in their name. */
export const findContaining = (db: Db, vendorId: VendorId, text: string, limit: number) =>
  db
    .selectFrom('template')
    .select(['id', 'name', 'status'])
    .where('vendor_id', '=', vendorId)
    .where('is_deleted', '=', false)
    .where('name', 'ilike', containing(text))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const countTemplates = async (db: Db, vendorId: VendorId, filter: Filter) => {
  const { count } = await matching(db, vendorId, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const matching = (db: Db, vendorId: VendorId, { status }: Filter) =>
  db
    .selectFrom('template')
    .where('vendor_id', '=', vendorId)
    .where('is_deleted', '=', false)
    .$if(status !== undefined, (query) => query.where('status', '=', status as TemplateStatus))

export const updateTemplate = (tx: Tx, vendorId: VendorId, id: string, change: TemplateChange) =>
  tx
    .updateTable('template')
    .set(change)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteTemplate = (tx: Tx, vendorId: VendorId, id: string) =>
  tx
    .deleteFrom('template')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .returning('media_id as mediaId')
    .executeTakeFirst()

/** Returns the ids of those that were not being deleted already. */
export const deleteAll = async (tx: Tx, vendorId: VendorId, now: Date): Promise<string[]> => {
  const rows = await tx
    .updateTable('template')
    .set({ is_deleted: true, updated_at: now })
    .where('vendor_id', '=', vendorId)
    .where('is_deleted', '=', false)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const clearTexts = (tx: Tx, vendorId: VendorId) =>
  tx
    .updateTable('template')
    .set({ components: '[]', media_id: null, rejection_reason: null })
    .where('vendor_id', '=', vendorId)
    .execute()
