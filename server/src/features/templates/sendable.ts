import type { VendorId } from '../../domain/ids.ts'
import type { TemplateStatus } from '../../domain/template/status.ts'
import type { TemplateCategory, TemplateComponent } from '../../domain/template/template.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { isId } from '../../platform/ids.ts'
import * as sql from './sql.ts'

/** A template as a campaign sends it. */
export interface SendableTemplate {
  id: string
  name: string
  /** The name in the shared account. Vendors do not see it. */
  providerName: string
  language: string
  /** The category that the provider assigned, which determines the price. */
  category: TemplateCategory
  components: TemplateComponent[]
  /** The file of a media header. */
  mediaId: string | null
  status: TemplateStatus
}

export async function findSendable(db: Db, vendorId: VendorId, id: string): Promise<SendableTemplate> {
  const template = await findSendableIfAny(db, vendorId, id)
  if (!template) throw notFound()
  return template
}

/** Undefined when it was deleted or never existed. */
export async function findSendableIfAny(db: Db, vendorId: VendorId, id: string): Promise<SendableTemplate | undefined> {
  const row = isId(id) ? await sql.findTemplate(db, vendorId, id) : undefined
  return (
    row && {
      id: row.id,
      name: row.name,
      providerName: row.provider_name,
      language: row.language,
      category: row.category,
      components: row.components as TemplateComponent[],
      mediaId: row.media_id,
      status: row.status,
    }
  )
}

export function assertApproved({ status }: Pick<SendableTemplate, 'status'>) {
  if (status !== 'APPROVED')
    throw new AppError('TEMPLATE_NOT_APPROVED', {
      detail: `The template has the status ${status}. Only approved templates can be sent.`,
      members: { currentStatus: status },
    })
}

/** Undefined when it has been deleted. */
export const findTemplateName = async (db: Db, vendorId: VendorId, id: string) => {
  const row = await sql.findTemplate(db, vendorId, id)
  return row && { name: row.name, language: row.language }
}
