import { z } from 'zod'

const EXPORT_STATUSES = ['QUEUED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED'] as const
export type ExportStatus = (typeof EXPORT_STATUSES)[number]

export const ExportView = z
  .object({
    id: z.string().meta({ example: '01936f1e-7a70-7c3e-9d0c-4f1f2f6b8a11' }),
    status: z.enum(EXPORT_STATUSES).meta({ example: 'READY' }),
    progressPercent: z.int().meta({ description: '100 when the file is ready', example: 100 }),
    fileBytes: z.int().nullable().meta({ example: 1_482_113 }),
    downloadUrl: z.string().nullable().meta({
      description: 'Path of the ZIP file while the export is ready',
      example: '/api/v1/vendor/export/01936f1e-7a70-7c3e-9d0c-4f1f2f6b8a11/download',
    }),
    requestedBy: z.string().nullable().meta({ description: 'The account that requested it', example: null }),
    requestedAt: z.string().meta({ example: '2026-11-18T09:00:00.000Z' }),
    readyAt: z.string().nullable().meta({ example: '2026-11-18T09:00:04.000Z' }),
    expiresAt: z
      .string()
      .nullable()
      .meta({ description: 'When the file is deleted', example: '2026-11-25T09:00:04.000Z' }),
  })
  .meta({ id: 'VendorExport' })
