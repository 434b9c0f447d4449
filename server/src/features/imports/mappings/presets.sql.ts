import { type Selectable, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import '../tables.ts'

export type PresetRow = Pick<Selectable<Tables['import_preset']>, 'id' | 'preset_cipher' | 'created_at'>

const COLUMNS = ['id', 'preset_cipher', 'created_at'] as const

export const listPresets = (db: Db, vendorId: VendorId, page: Page): Promise<PresetRow[]> => {
  const query = db.selectFrom('import_preset').select(COLUMNS).where('vendor_id', '=', vendorId)
  return (page.after === undefined ? query.offset(page.offset) : query.where('id', '<', page.after))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

export const countPresets = async (db: Db, vendorId: VendorId) => {
  const { count } = await db
    .selectFrom('import_preset')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return count
}

export const findPreset = (db: Db, vendorId: VendorId, id: string): Promise<PresetRow | undefined> =>
  db
    .selectFrom('import_preset')
    .select(COLUMNS)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()

/** False: there is a preset of this name. */
export const insertPreset = async (
  tx: Tx,
  vendorId: VendorId,
  { id, nameHash, presetCipher, now }: { id: string; nameHash: Buffer; presetCipher: Buffer; now: Date },
) => {
  const result = await tx
    .insertInto('import_preset')
    .values({ vendor_id: vendorId, id, name_hash: nameHash, preset_cipher: presetCipher, created_at: now })
    .onConflict((oc) => oc.columns(['vendor_id', 'name_hash']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export const deletePreset = async (tx: Tx, vendorId: VendorId, id: string) => {
  const result = await tx
    .deleteFrom('import_preset')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
