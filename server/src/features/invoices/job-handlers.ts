import type { HandlersFor } from '../../platform/jobs.ts'
import type * as jobs from './jobs.ts'
import { makePdfOf } from './pdf/make-pdf.ts'

export const invoiceJobs: HandlersFor<typeof jobs> = {
  makePdf: (deps, vendorId, { document, id }) => makePdfOf(deps, vendorId, document, id),
}
