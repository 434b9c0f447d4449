import { z } from 'zod'
import { IMPORT_ROWS_PER_CHANGE_MAX } from '../../../domain/limits.ts'
import { dictionarySchema } from '../../../platform/http/dictionary-schema.ts'
import { isId } from '../../../platform/ids.ts'
import { ROW_INDEX_MAX } from '../staging/slots.ts'
import { ROW_STATUSES } from './rows.sql.ts'

const Count = z.int()

const RowIndex = z.int().min(1).max(ROW_INDEX_MAX).meta({ example: 17 })
const ROW_INDEX = 'The row as numbered by a spreadsheet'
const rowNumber = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a row number')
  .transform(Number)
  .refine((row) => row <= ROW_INDEX_MAX, { error: 'must be a row number' })

export const RowParams = z.object({ rowIndex: rowNumber.meta({ description: ROW_INDEX, example: '17' }) })

export const RowsQuery = z.strictObject({
  status: z.enum(ROW_STATUSES).optional().meta({ description: 'Only rows with this status' }),
  fromRow: rowNumber.optional().meta({ description: 'Only this row and later ones', example: '500000' }),
})

const Cells = dictionarySchema(z.string())
export const RowView = z
  .object({
    rowIndex: z.int().meta({ description: ROW_INDEX }),
    status: z.enum(ROW_STATUSES).meta({
      description:
        'valid: without a warning. warning: saved, but should be checked. failed: see `reason`. excluded: left out of the import',
    }),
    isRepaired: z.boolean().meta({ description: 'Whether cells differ from the file' }),
    cells: Cells.meta({ description: 'All cells by column' }),
    reason: z.string().nullable().meta({ description: 'Why the row failed' }),
    warnings: z.array(z.string()),
    contacts: z
      .array(
        z.object({
          e164: z.string(),
          countryCode: z.string(),
          countrySource: z.string(),
          name: z.string(),
          labels: z.array(z.string()),
          attributes: dictionarySchema(z.string()),
          action: z.enum(['CREATE', 'UPDATE', 'MERGE', 'SKIP']).meta({
            description: 'What the import does with the contact that this row belongs to',
          }),
        }),
      )
      .meta({ description: 'As read from this row; rows with the same number are merged in the preview' }),
  })
  .meta({ id: 'ImportRow' })
export type RowView = z.output<typeof RowView>

export const RepairBody = z.strictObject({
  cells: z
    .record(z.string(), z.string())
    .refine((cells) => Object.keys(cells).length > 0, { error: 'must name at least one column' })
    .meta({ description: 'The new text of each cell, by column', example: { Phone: '+919876543210' } }),
})

export const RowIndexesBody = z.strictObject({
  rowIndexes: z
    .array(RowIndex)
    .min(1)
    .max(IMPORT_ROWS_PER_CHANGE_MAX)
    .meta({
      description: `Rows as numbered by a spreadsheet, at most ${IMPORT_ROWS_PER_CHANGE_MAX.toLocaleString('en')}`,
      example: [17, 21],
    }),
})

export const ReplaceBody = z.strictObject({
  column: z.string().meta({ example: 'Country' }),
  find: z.string().meta({ description: 'Case-sensitive. Empty: the empty cells of the column', example: 'Inda' }),
  replace: z.string().meta({ example: 'India' }),
  wholeCell: z.boolean().optional().meta({ description: 'true: only cells that consist of this text' }),
})
export type ReplaceBody = z.output<typeof ReplaceBody>

export const ChangedRowsView = z.object({
  changedRows: Count.meta({ description: 'Rows that changed', example: 12 }),
})

export const ReplacedView = ChangedRowsView.extend({
  replacementId: z
    .string()
    .nullable()
    .meta({ description: 'For undoing the replacement. null: nothing was changed', example: null }),
})

export const ReplacementParams = z.object({ replacementId: z.string().refine(isId) })
