import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { AppError } from '../errors.ts'

/** The answer schema of routes that send a PDF. */
export const PDF_ANSWER = {
  content: { 'application/pdf': { schema: z.unknown().meta({ type: 'string', format: 'binary' }) } },
}
export const PDF_DESCRIPTION = '409 `PDF_NOT_READY` with `Retry-After` while the PDF is being generated.'

export const sendPdf = (reply: FastifyReply, { pdf, fileName }: { pdf: Buffer; fileName: string }) =>
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'private, no-store')
    .send(pdf)

const SECONDS_TO_WAIT = 2

export const pdfNotReady = (detail: string) =>
  new AppError('PDF_NOT_READY', { detail, retryAfterSeconds: SECONDS_TO_WAIT })
