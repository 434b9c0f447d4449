import { normalizeLabel } from '../../../domain/contacts/labels.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { hasPhone } from '../../../domain/imports/mapping/column-use.ts'
import { type RequestedUse, readMapping } from '../../../domain/imports/mapping/read-mapping.ts'
import { IMPORT_PRESETS_PER_VENDOR_MAX } from '../../../domain/limits.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { lockVendor } from '../../vendors/members.ts'
import * as sql from './presets.sql.ts'
import type { PresetBody, PresetView } from './schema.ts'

export type Preset = PresetBody

type PresetDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex' | 'clock'>

const PRESET = 'import.preset'
const PRESET_NAME = 'import.preset-name'

export async function listPresets(deps: Pick<Deps, 'db' | 'keyring'>, { vendorId }: VendorPrincipal, page: Page) {
  const [rows, total, cipher] = await Promise.all([
    sql.listPresets(deps.db, vendorId, page),
    sql.countPresets(deps.db, vendorId),
    deps.keyring.of(deps.db, vendorId),
  ])
  return { presets: rows.map((row) => present(row, openPreset(cipher, row.preset_cipher))), total }
}

export async function createPreset(deps: PresetDeps, who: VendorPrincipal, preset: PresetBody): Promise<PresetView> {
  assertUsable(preset)
  const cipher = await deps.keyring.of(deps.db, who.vendorId)
  const row = { id: newId<'import-preset'>(), presetCipher: sealPreset(cipher, preset), now: deps.clock.now() }
  const nameHash = deps.blindIndex.of(PRESET_NAME, who.vendorId, normalizeLabel(preset.name))
  await inTransaction(deps.db, (tx) => createWithin(tx, who, { ...row, nameHash }))
  return present({ id: row.id, created_at: row.now }, preset)
}

async function createWithin(tx: Tx, { vendorId }: VendorPrincipal, row: Parameters<typeof sql.insertPreset>[2]) {
  await lockVendor(tx, vendorId)
  if ((await sql.countPresets(tx, vendorId)) >= IMPORT_PRESETS_PER_VENDOR_MAX)
    throw new AppError('LIMIT_REACHED', {
      detail: `You can have at most ${IMPORT_PRESETS_PER_VENDOR_MAX} presets. Delete one first.`,
    })
  if (!(await sql.insertPreset(tx, vendorId, row)))
    throw new AppError('ALREADY_EXISTS', { detail: 'A preset with this name already exists.' })
}

export async function deletePreset(deps: Pick<Deps, 'db'>, { vendorId }: VendorPrincipal, id: string) {
  if (!(await inTransaction(deps.db, (tx) => sql.deletePreset(tx, vendorId, id)))) throw notFound()
}

/** The vendor's preset, or 404. */
export async function getPreset(deps: Pick<Deps, 'db' | 'keyring'>, vendorId: VendorId, id: string): Promise<Preset> {
  const row = isId(id) ? await sql.findPreset(deps.db, vendorId, id) : undefined
  if (!row) throw notFound()
  return openPreset(await deps.keyring.of(deps.db, vendorId), row.preset_cipher)
}

/** A preset is made for many files, so its columns that a file lacks are left out. */
export const columnsInFile = <Use extends RequestedUse>(
  columns: readonly string[],
  preset: Readonly<Record<string, Use>>,
): Record<string, Use> => {
  const headers = new Set(columns)
  return Object.fromEntries(Object.entries(preset).filter(([column]) => headers.has(column)))
}

/** The rules for a mapping that need no file. */
function assertUsable({ columns }: PresetBody) {
  const reading = readMapping(Object.keys(columns), columns)
  if (reading.kind === 'problems') {
    const errors = reading.problems.map(({ path, message }) => ({ path: `columns.${path}`, message }))
    throw new AppError('VALIDATION_FAILED', { detail: `columns: ${errors[0]?.message}`, errors })
  }
  if (!hasPhone(reading.mapping))
    throw new AppError('PHONE_COLUMN_REQUIRED', { detail: 'Map at least one column to phone.' })
}

const sealPreset = (cipher: FieldCipher, preset: Preset) => cipher.seal(PRESET, JSON.stringify(preset))
const openPreset = (cipher: FieldCipher, sealed: Buffer): Preset => JSON.parse(cipher.open(PRESET, sealed))

const present = (
  { id, created_at }: Pick<sql.PresetRow, 'id' | 'created_at'>,
  { name, columns, defaultCountry, mergeStrategy, labels }: Preset,
): PresetView => ({
  id,
  name,
  columns,
  defaultCountry: defaultCountry ?? null,
  mergeStrategy: mergeStrategy ?? null,
  labels: labels ?? [],
  createdAt: created_at.toISOString(),
})
