import type { HandlersFor } from '../../platform/jobs.ts'
import type * as jobs from './jobs.ts'
import { renderQuotationPdf } from './pdf/make-pdf.ts'

export const quotationJobs: HandlersFor<typeof jobs> = {
  makeQuotationPdf: (deps, vendorId, { quotationId }) => renderQuotationPdf(deps, vendorId, quotationId),
}
