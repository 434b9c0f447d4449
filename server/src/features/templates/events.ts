import type { TemplateCategory } from '../../domain/template/template.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { TemplateRef, TemplateStatusEvent } from '../../ports/provider-events.ts'
import { notify } from '../notifications/notify.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './sql.ts'
import { applyStatusUpdate } from './status.ts'

/** Events may be repeated, come in any order and be about templates that we do not know. */
export async function applyStatusEvent(
  tx: Tx,
  ref: TemplateRef,
  { status, reason, category }: TemplateStatusEvent,
  at: Date,
  now: Date,
) {
  const row = await lockReferenced(tx, ref, status === 'DELETED' || status === 'PENDING_DELETION')
  if (!row) return
  const changed = status ? await applyStatusUpdate(tx, row, { status, reason, at }, now) : row
  // Within the same second a category event takes precedence.
  if (category && (changed.category_at === null || at > changed.category_at))
    await changeCategory(tx, changed, category, at, now)
}

export async function applyCategoryEvent(tx: Tx, ref: TemplateRef, category: TemplateCategory, at: Date, now: Date) {
  const row = await lockReferenced(tx, ref, false)
  if (row && (row.category_at === null || at >= row.category_at)) await changeCategory(tx, row, category, at, now)
}

export async function applyQualityEvent(tx: Tx, ref: TemplateRef, quality: string, at: Date, now: Date) {
  const row = await lockReferenced(tx, ref, false)
  if (row && (row.quality_at === null || at >= row.quality_at))
    await sql.updateTemplate(tx, row.vendor_id, row.id, { quality, quality_at: at, updated_at: now })
}

async function changeCategory(tx: Tx, row: sql.TemplateRow, category: TemplateCategory, at: Date, now: Date) {
  await sql.updateTemplate(tx, row.vendor_id, row.id, { category, category_at: at, updated_at: now })
  if (row.category === category) return
  const notice = {
    kind: 'TEMPLATE_CATEGORY_CHANGED',
    template: row.name,
    language: row.language,
    from: row.category,
    to: category,
  } as const
  await notify(tx, row.vendor_id, notice, `template-${row.id}-category-${category}-${at.getTime()}`, now)
}

/**
 * Finds the template by its id, or by its name while our submission is unanswered; then the id is saved. A deletion is
 * matched by id only: a deleted template of the same name is not the one being submitted.
 */
async function lockReferenced(tx: Tx, { providerId, name, language }: TemplateRef, isDeletion: boolean) {
  if (isDeletion) return crossVendor.lockByProviderId(tx, providerId)
  const row = await crossVendor.lockByIdOrName(tx, providerId, name, [language, language.replaceAll('-', '_')])
  if (!row || row.provider_id !== null) return row
  return sql.updateTemplate(tx, row.vendor_id, row.id, { provider_id: providerId })
}
