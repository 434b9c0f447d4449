import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Renders a document and stores it. The retries outlast hours of an unavailable file store. */
export const makePdf = defineJob(
  'invoices.make-pdf',
  z.object({ document: z.enum(['INVOICE', 'CREDIT_NOTE']), id: z.string() }),
  { deferrals: 8 },
)
