import { statusAfter } from '../../domain/template/status.ts'
import type { TemplateCategory } from '../../domain/template/template.ts'
import type { Tx } from '../../platform/db/db.ts'
import { notify } from '../notifications/notify.ts'
import * as sql from './sql.ts'
import { changeStatus } from './status.ts'

/** How the provider names a template in its news. */
export interface TemplateRef {
  providerId: string
  name: string
  /** With a hyphen or an underscore. */
  language: string
}

export interface StatusEvent {
  event: string
  reason: string | null
  category: TemplateCategory | undefined
  at: Date
}

/** All of these may come twice and in any order, and are about templates of ours or of nobody. */
export async function applyStatusEvent(
  tx: Tx,
  ref: TemplateRef,
  { event, reason, category, at }: StatusEvent,
  now: Date,
) {
  const status = statusAfter(event)
  const row = await lockNamed(tx, ref, status === 'DELETED' || status === 'PENDING_DELETION')
  if (!row) return
  const changed = status ? await changeStatus(tx, row, { status, reason, at }, now) : row
  // Of the same second, news about the category itself know better.
  if (category && (changed.category_at === null || at > changed.category_at))
    await changeCategory(tx, changed, category, at, now)
}

export async function applyCategoryEvent(tx: Tx, ref: TemplateRef, category: TemplateCategory, at: Date, now: Date) {
  const row = await lockNamed(tx, ref, false)
  if (row && (row.category_at === null || at >= row.category_at)) await changeCategory(tx, row, category, at, now)
}

export async function applyQualityEvent(tx: Tx, ref: TemplateRef, quality: string, at: Date, now: Date) {
  const row = await lockNamed(tx, ref, false)
  if (row && (row.quality_at === null || at >= row.quality_at))
    await sql.changeTemplate(tx, row.vendor_id, row.id, { quality, quality_at: at, updated_at: now })
}

async function changeCategory(tx: Tx, row: sql.TemplateRow, category: TemplateCategory, at: Date, now: Date) {
  await sql.changeTemplate(tx, row.vendor_id, row.id, { category, category_at: at, updated_at: now })
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
 * By its id; else, while our own submission is unanswered, by its name, and then the id is known as well. That a
 * template of this name has gone is never about one that is only being submitted.
 */
async function lockNamed(tx: Tx, { providerId, name, language }: TemplateRef, isAboutItsEnd: boolean) {
  if (isAboutItsEnd) return sql.lockByProviderId(tx, providerId)
  const row = await sql.lockTold(tx, providerId, name, [language, language.replaceAll('-', '_')])
  if (!row || row.provider_id !== null) return row
  return sql.changeTemplate(tx, row.vendor_id, row.id, { provider_id: providerId })
}
