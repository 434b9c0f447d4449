import { checkTemplate } from '../../domain/template/check-template.ts'
import type { Template, TemplateComponent } from '../../domain/template/template.ts'
import { variablesOf } from '../../domain/template/variables.ts'
import type { TemplateView } from './schema.ts'
import type { TemplateRow } from './sql.ts'

/** The template as the vendor wrote it, with the added examples. */
export const toTemplate = (row: TemplateRow): Template => ({
  name: row.name,
  language: row.language,
  category: row.requested_category,
  components: row.components as TemplateComponent[],
})

/** Without the name at the provider, which is internal. */
export function presentTemplate(row: TemplateRow): TemplateView {
  const template = toTemplate(row)
  const { warnings } = checkTemplate(template, 0)
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    requestedCategory: row.requested_category,
    language: row.language,
    status: row.status,
    components: row.components as Record<string, unknown>[],
    variables: variablesOf(template),
    rejectionReason: row.rejection_reason,
    quality: row.quality,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(warnings.length > 0 && { warnings }),
  }
}
