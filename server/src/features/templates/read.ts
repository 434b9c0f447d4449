import type { VendorId } from '../../domain/ids.ts'
import type { TemplateStatus } from '../../domain/template/status.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { presentTemplate } from './present.ts'
import * as sql from './sql.ts'

export async function listTemplates(
  db: Db,
  vendorId: VendorId,
  filter: { status: TemplateStatus | undefined },
  page: Page,
) {
  const [rows, total] = await Promise.all([
    sql.listTemplates(db, vendorId, filter, page),
    sql.countTemplates(db, vendorId, filter),
  ])
  return { templates: rows.map(presentTemplate), total }
}

export async function readTemplate(db: Db, vendorId: VendorId, id: string) {
  const row = await sql.findTemplate(db, vendorId, id)
  if (!row) throw notFound()
  return presentTemplate(row)
}

/** The newest templates with this text in their name. */
export const findTemplatesByName = (db: Db, vendorId: VendorId, text: string, limit: number) =>
  sql.findContaining(db, vendorId, text, limit)
