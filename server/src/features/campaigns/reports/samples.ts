import type { VendorId } from '../../../domain/ids.ts'
import { type VariableMapping, valuesFor } from '../../../domain/messaging/campaign-variables.ts'
import { renderTemplate } from '../../../domain/template/render.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type AudienceFilter, sampleAudience } from '../../contacts/audience/audience.ts'
import type { SendableTemplate } from '../../templates/sendable.ts'
import type { PreviewView } from './preview-schema.ts'

const SAMPLES_MAX = 3

/** Renders the template for a few recipients. */
export async function renderSamples(
  deps: Pick<Deps, 'db' | 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  template: SendableTemplate,
  mapping: VariableMapping | undefined,
  selection: AudienceFilter,
): Promise<PreviewView['samples']> {
  const contacts = await sampleAudience(deps, vendorId, selection, SAMPLES_MAX)
  return contacts.flatMap(({ id, profile }) => {
    const values = valuesFor(mapping ?? {}, profile)
    if (!values) return []
    const { header, footer, ...message } = renderTemplate(template, (variable) => values.get(variable))
    return [{ contactId: id, name: profile.name, header: header ?? null, footer: footer ?? null, ...message }]
  })
}
