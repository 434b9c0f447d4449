import type { Notice } from '../../domain/notices/notices.ts'
import { isNewer, type TemplateStatus } from '../../domain/template/status.ts'
import type { Tx } from '../../platform/db/db.ts'
import { notify } from '../notifications/notify.ts'
import * as sql from './sql.ts'

export interface TemplateStatusUpdate {
  status: TemplateStatus
  /** In the words of the provider. */
  reason: string | null
  /** When it happened there. */
  at: Date
}

/** What the template is now, unless something newer is known; the vendor is told of what matters. */
export async function changeStatus(tx: Tx, row: sql.TemplateRow, news: TemplateStatusUpdate, now: Date) {
  if (!isNewer(news, { status: row.status, at: row.status_at ?? undefined })) return row
  const changed = await sql.changeTemplate(tx, row.vendor_id, row.id, {
    status: news.status,
    status_at: news.at,
    rejection_reason: news.status === 'REJECTED' ? news.reason : null,
    updated_at: now,
  })
  const notice = row.status === news.status ? undefined : noticeOf(row, news)
  const cause = `template-${row.id}-${news.status}-${news.at.getTime()}`
  if (notice) await notify(tx, row.vendor_id, notice, cause, now)
  return changed
}

function noticeOf(
  { name: template, language }: sql.TemplateRow,
  { status, reason }: TemplateStatusUpdate,
): Notice | undefined {
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
