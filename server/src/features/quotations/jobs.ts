import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Draws a quotation and stores it. */
export const makeQuotationPdf = defineJob('quotations.make-pdf', z.object({ quotationId: z.string() }), {
  deferrals: 8,
})
