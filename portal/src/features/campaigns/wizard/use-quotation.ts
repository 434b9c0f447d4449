import type { QuotationView } from '@harkara/server/quotations/schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { randomKey } from '../../../api/use-api-mutation.ts'
import { quotationInput } from './preview.ts'
import type { Wizard } from './use-wizard.ts'

type Quotation = Out<typeof QuotationView>

/** Requests a quotation for the draft, so that the price on the button is the price that is charged. Valid for a day. */
export function useQuotation({ draft, change, ...aim }: Wizard) {
  const about = JSON.stringify(quotationInput({ draft, ...aim }))
  const id = draft.quotation?.about === about ? draft.quotation.id : undefined
  const made = useQuery({
    queryKey: ['campaigns', 'quotation', about],
    queryFn: async () => ({ about, ...(await api.post<Quotation>('/quotations', JSON.parse(about), randomKey())) }),
    enabled: id === undefined,
    // A quotation is requested again only after the previous one became invalid, so it must not be cached.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const newId = made.data?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new quotation only
  useEffect(() => {
    if (newId) change({ quotation: { about, id: newId } })
  }, [newId])
  return { id, error: id ? null : made.error }
}

const PDF_MS = 2_000
export const useQuotationPdf = (id: string) =>
  useQuery({
    queryKey: ['campaigns', 'quotation-pdf', id],
    queryFn: ({ signal }) => api.get<Quotation>(`/quotations/${id}`, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.pdfStatus === 'READY' ? false : PDF_MS),
  })
