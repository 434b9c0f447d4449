import type { TemplateComponent } from '../../domain/template/template.ts'
import { isNumbered, placeholdersOf } from '../../domain/template/variables.ts'
import type { SubmittedTemplate } from '../../ports/messaging-provider.ts'
import { toTemplate } from './present.ts'
import type { TemplateRow } from './sql.ts'

/** The template as the provider gets it. `handle` refers to the file of a media header. */
export function toSubmittedTemplate(row: TemplateRow, handle: string | undefined): SubmittedTemplate {
  const { category, language, components } = toTemplate(row)
  return {
    name: row.provider_name,
    language,
    category,
    parameterFormat: components.some(hasNames) ? 'NAMED' : 'POSITIONAL',
    components: components.map((part) => withHandle(part, handle)),
  }
}

const hasNames = (part: TemplateComponent) =>
  'text' in part && placeholdersOf(part.text ?? '').some(({ name }) => !isNumbered(name))

function withHandle(part: TemplateComponent, handle: string | undefined): object {
  if (!('mediaId' in part)) return part
  const { mediaId: _, ...header } = part
  return { ...header, example: { header_handle: handle === undefined ? [] : [handle] } }
}
