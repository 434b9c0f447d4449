import type { z } from 'zod'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { ExportView } from './schema.ts'
import type { ExportRow } from './sql.ts'

/** The status depends on the time: a file that has expired cannot be downloaded, whether or not it is deleted yet. */
export const isExpired = (row: ExportRow, now: Date) => row.expires_at !== null && row.expires_at <= now

export function presentExport(row: ExportRow, apiPrefix: string, now: Date): z.output<typeof ExportView> {
  const status = isExpired(row, now) ? 'EXPIRED' : row.status
  return {
    id: row.id,
    status,
    progressPercent: percentOf(row),
    fileBytes: row.file_bytes === null ? null : toJsonInteger(row.file_bytes),
    downloadUrl: status === 'READY' ? `${apiPrefix}/vendor/export/${row.id}/download` : null,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

const ALMOST_DONE = 99

function percentOf({ ready_at: readyAt, rows_total: total, rows_done: done }: ExportRow) {
  if (readyAt) return 100
  return total === 0n ? 0 : Math.min(ALMOST_DONE, Number((done * 100n) / total))
}
