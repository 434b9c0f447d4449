import type { Notification } from '../../domain/notifications/notifications.ts'
import { isNewer, type TemplateStatus } from '../../domain/template/status.ts'
import type { Tx } from '../../platform/db/db.ts'
import { notify } from '../notifications/notify.ts'
import * as sql from './sql.ts'

interface TemplateStatusUpdate {
  status: TemplateStatus
  /** The provider's explanation. */
  reason: string | null
  /** By the provider's clock. */
  at: Date
}

/** Saves the status unless a newer one is known, and notifies the vendor of relevant changes. */
export async function applyStatusUpdate(tx: Tx, row: sql.TemplateRow, update: TemplateStatusUpdate, now: Date) {
  if (!isNewer(update, { status: row.status, at: row.status_at ?? undefined })) return row
  const changed = await sql.updateTemplate(tx, row.vendor_id, row.id, {
    status: update.status,
    status_at: update.at,
    rejection_reason: update.status === 'REJECTED' ? update.reason : null,
    updated_at: now,
  })
  const notification = row.status === update.status ? undefined : notificationOf(row, update)
  const cause = `template-${row.id}-${update.status}-${update.at.getTime()}`
  if (notification) await notify(tx, row.vendor_id, notification, cause, now)
  return changed
}

function notificationOf(
  { name: template, language }: sql.TemplateRow,
  { status, reason }: TemplateStatusUpdate,
): Notification | undefined {
  const about = { template, language }
  switch (status) {
    case 'APPROVED':
      return { kind: 'TEMPLATE_APPROVED', ...about }
    case 'REJECTED':
      return { kind: 'TEMPLATE_REJECTED', ...about, reason }
    case 'PAUSED':
      return { kind: 'TEMPLATE_PAUSED', ...about, reason }
    case 'DISABLED':
      return { kind: 'TEMPLATE_DISABLED', ...about, reason }
    default:
      return undefined
  }
}
