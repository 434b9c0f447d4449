import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import * as sql from './discrepancies.cross-vendor.sql.ts'

/** Status updates that contradict the recorded outcome of their message. None of them moved money. For operators. */
export async function listDiscrepancies(db: Db, page: Page) {
  const [rows, total] = await Promise.all([sql.listDiscrepancies(db, page), sql.countDiscrepancies(db)])
  return { discrepancies: rows.map(present), total }
}

const present = ({ id, settledAs, reportedAt, receivedAt, costMinorUnit, ...row }: sql.DiscrepancyRow) => ({
  ...row,
  id: id.toString(),
  reportedAt: reportedAt.toISOString(),
  receivedAt: receivedAt.toISOString(),
  charged: settledAs === 'CAPTURED',
  costMinorUnit: toJsonInteger(costMinorUnit),
})
