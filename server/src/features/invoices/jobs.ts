import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Draws a document and stores it. A file store that is down for hours must not leave an invoice without its paper. */
export const makePdf = defineJob(
  'invoices.make-pdf',
  z.object({ document: z.enum(['INVOICE', 'CREDIT_NOTE']), id: z.string() }),
  { deferrals: 8 },
)
