import type { PreviewView } from '@harkara/server/campaigns/reports/preview-schema'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { useLocale } from '../../../components/values/locale-context.tsx'
import { instantOf } from '../schedule.ts'
import { mappingOf } from '../variables.ts'
import type { Wizard } from './use-wizard.ts'

export type Preview = Out<typeof PreviewView>

type QuotationSource = Pick<Wizard, 'draft' | 'template' | 'list'>

/** Template, recipients and variables: the input of a quotation. */
export const quotationInput = ({ draft, template, list }: QuotationSource) => ({
  templateId: template?.id ?? '',
  contactListId: list?.id ?? '',
  variables: mappingOf(template?.variables ?? [], draft.rules),
  ...(draft.excludeCountries?.length && { excludeCountries: draft.excludeCountries }),
})

/** The request body of a launch. */
export function useLaunchBody({ draft, template, list }: QuotationSource, quotationId?: string) {
  const { timeZone } = useLocale()
  const at = draft.sendAt === undefined ? undefined : instantOf(draft.sendAt, timeZone)
  const name = draft.name.trim()
  return {
    ...quotationInput({ draft, template, list }),
    ...(name && { name }),
    ...(quotationId && { quotationId }),
    ...(at && { scheduledAt: at.toISOString() }),
  }
}

const TYPING_MS = 400
const POLL_MS = 15_000

/** The effect of a launch, and the problems that prevent it. */
export function usePreview(aim: QuotationSource, quotationId?: string) {
  // The name does not affect the preview.
  const body = JSON.stringify({ ...useLaunchBody(aim, quotationId), name: undefined })
  const [asked] = useDebouncedValue(body, TYPING_MS)
  const query = useQuery({
    queryKey: ['campaigns', 'preview', asked],
    queryFn: () => api.post<Preview>('/campaigns/preview', JSON.parse(asked)),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  /** False while the data belongs to an earlier draft. */
  return { ...query, isCurrent: asked === body && !query.isPlaceholderData }
}
