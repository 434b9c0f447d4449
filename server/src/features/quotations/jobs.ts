import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Renders and stores the PDF of a quotation. */
export const makeQuotationPdf = defineJob('quotations.make-pdf', z.object({ quotationId: z.string() }), {
  deferrals: 8,
})
