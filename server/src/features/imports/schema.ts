import { z } from 'zod'
import { MERGE_STRATEGIES } from '../../domain/contacts/contact.ts'
import { isCountry } from '../../domain/contacts/country.ts'
import { readLabel } from '../../domain/contacts/labels.ts'
import { IMPORT_STATUSES } from '../../domain/imports/import-job.ts'
import { COLUMN_FIELDS } from '../../domain/imports/mapping/column-use.ts'
import { dictionarySchema } from '../../platform/http/dictionary-schema.ts'
import { CREATED, ListQuery, SORT } from '../../platform/http/pagination.ts'
import { isId } from '../../platform/ids.ts'
import { ConsentView } from '../contacts/views.ts'

const LABELS_PER_UPLOAD_MAX = 50

const Count = z.int()

export const JobParams = z.object({ jobId: z.string().refine(isId) })

export const ImportsQuery = ListQuery.extend({ status: z.enum(IMPORT_STATUSES).optional(), ...CREATED, ...SORT })

export const Country = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .refine(isCountry, { error: 'must be a two-letter country code such as IN' })
  .meta({ example: 'IN' })
export const Strategy = z.enum(MERGE_STRATEGIES).meta({ example: 'MERGE_LABELS' })

export const labelsOf = (names: readonly string[], context: z.RefinementCtx): string[] => {
  const labels = names.map(readLabel)
  if (labels.some((label) => label === undefined) || labels.length > LABELS_PER_UPLOAD_MAX)
    context.addIssue({
      code: 'custom',
      message: `must be at most ${LABELS_PER_UPLOAD_MAX} labels of 1 to 100 characters each`,
    })
  return labels.flatMap((label) => label ?? [])
}
export const Labels = z.array(z.string()).transform(labelsOf)

export const ColumnChoice = z.strictObject({
  field: z.enum(COLUMN_FIELDS),
  attribute: z
    .string()
    .optional()
    .meta({ description: 'The name of the attribute; defaults to the name of the column' }),
})
/** How a suggested mapping was found. */
const SOURCES = ['REMEMBERED', 'HEADERS', 'CONTENT'] as const

const ColumnChoices = z.record(z.string(), ColumnChoice)
/** A `suggestion` can be sent back as it is: its member `source`, unlike a column of that name, is a text. */
const withoutSource = (columns: z.input<typeof ColumnChoices>) => {
  if (typeof columns !== 'object' || columns === null) return columns
  const { source, ...others } = columns as Record<string, unknown>
  return SOURCES.some((one) => one === source) ? (others as typeof columns) : columns
}
export const Columns = z.pipe(z.transform(withoutSource), ColumnChoices).meta({
  description:
    'The field of each column, by column name. Columns that are left out are ignored. The `suggestion` of a mapping can ' +
    'be sent as it is.',
  example: { Phone: { field: 'phone' }, Customer: { field: 'name' }, Town: { field: 'attribute', attribute: 'city' } },
})

export const DEFAULT_COUNTRY =
  'Country of numbers without a country code. The country of the vendor is never used as a default'
export const STRATEGY =
  'How existing contacts are treated. SKIP_DUPLICATES: unchanged. MERGE_LABELS: labels are added. ' +
  'UPDATE_METADATA: the longer name, all new values, labels added. FULL_REPLACE: replaced by the file; administrators only'
export const CONFIRM_REPLACE = 'Required with FULL_REPLACE'

export const PresetId = z
  .string()
  .meta({ description: 'A saved preset, instead of columns. Other options given replace its own' })

const SHEET_NAME_CHARS_MAX = 255

const MappingShape = z.strictObject({
  columns: Columns.optional(),
  presetId: PresetId.optional(),
  sheet: z
    .string()
    .min(1)
    .max(SHEET_NAME_CHARS_MAX)
    .optional()
    .meta({ description: 'The sheet of a workbook to read, by its name', example: 'Customers' }),
  headerRow: Count.min(0)
    .optional()
    .meta({ description: 'The row with the column names, as numbered by a spreadsheet; 0: none', example: 3 }),
  autoMap: z
    .boolean()
    .optional()
    .meta({ description: 'Without columns: false waits for a mapping of the columns, even if they are recognised' }),
  defaultCountry: Country.nullable()
    .optional()
    .meta({ description: `${DEFAULT_COUNTRY}. null: none, where one was set before` }),
  mergeStrategy: Strategy.optional().meta({ description: STRATEGY }),
  labels: Labels.optional().meta({ description: 'Added to every contact of the file' }),
  confirmFullReplace: z.boolean().optional().meta({ description: CONFIRM_REPLACE }),
})
export const MappingBody = MappingShape.refine(
  ({ columns, presetId, sheet, headerRow }) => columns ?? presetId ?? sheet ?? headerRow !== undefined,
  { path: ['columns'], error: 'is required without presetId, sheet or headerRow' },
)
  .refine(({ columns, presetId }) => columns === undefined || presetId === undefined, {
    path: ['presetId'],
    error: 'must not be given with columns',
  })
  .meta({ example: { columns: { Phone: { field: 'phone' }, Customer: { field: 'name' } }, defaultCountry: 'IN' } })
export type MappingBody = z.output<typeof MappingBody>

export const StrategyBody = z.strictObject({
  mergeStrategy: Strategy.meta({ description: STRATEGY }),
  confirmFullReplace: z.boolean().optional().meta({ description: CONFIRM_REPLACE }),
})

const Status = z.enum(IMPORT_STATUSES)

export const ConfirmBody = z
  .strictObject({
    planHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the planHash of a status or preview')
      .optional()
      .meta({ description: 'Confirm only if the import would still have this result', example: 'e3b0c442'.repeat(8) }),
  })
  .nullish()

export const AcceptedView = z.object({ jobId: z.string(), status: Status, message: z.string() })
export const StateView = z.object({ jobId: z.string(), status: Status })
export const CancelledView = z.object({ status: Status, message: z.string() })

const Undo = z.object({
  state: z.enum(['RUNNING', 'DONE']),
  restored: Count.meta({ description: 'Contacts restored to their previous state' }),
  removed: Count.meta({ description: 'Contacts created by the import' }),
  kept: Count.meta({ description: 'Contacts edited since the import' }),
})
export const UndoView = z.object({ jobId: z.string(), undo: Undo })

export const StatusView = z
  .object({
    jobId: z.string(),
    status: Status,
    fileName: z.string(),
    fileHash: z.string().meta({ description: 'SHA-256 of the file, in hexadecimal' }),
    progress: z
      .number()
      .meta({ description: 'Percent; decreases only with a new mapping, and is 100 only after a successful end' }),
    stats: z.object({
      totalRows: Count.meta({
        description: 'Non-empty rows, without the header, any titles above it, and excluded rows',
      }),
      processedRows: Count,
      validRows: Count.meta({ description: 'Rows with at least one valid contact' }),
      invalidRows: Count.meta({ description: 'Failed rows; valid and failed rows add up to all rows' }),
      excludedRows: Count.meta({
        description: 'Rows that were left out during the review; no other number counts them',
      }),
      warningRows: Count.meta({
        description: 'Valid rows with a warning, including rows whose number appears in an earlier row',
      }),
      valid: Count.meta({ description: 'Contacts, counting each number once' }),
      errors: Count.meta({ description: 'Failed rows' }),
    }),
    terminal: z.boolean().meta({ description: 'The import has ended' }),
    needsAction: z.boolean().meta({ description: 'The import waits for input' }),
    failureReason: z.string().optional().meta({ description: 'A readable explanation; never quotes the file' }),
    history: z.array(z.object({ status: Status, at: z.string() })).meta({ description: 'Oldest first' }),
    parentJobId: z
      .string()
      .nullable()
      .meta({ description: 'The import whose error report this file is, recognised by its RowId column' }),
    childJobIds: z
      .array(z.string())
      .meta({ description: 'Imports of corrected error reports of this import, oldest first; at most 100' }),
    repairedRows: Count.meta({ description: 'Failed rows of this import that such imports have saved since' }),
    result: z
      .object({ created: Count, updated: Count, merged: Count, skipped: Count, changedSincePreview: Count })
      .optional(),
    undo: Undo.optional(),
    planHash: z.string().optional().meta({
      description:
        'In PENDING_REVIEW: identifies the result for every contact. Changes with the file, its options, repairs and existing contacts',
    }),
  })
  .meta({ id: 'ImportStatus' })
export type StatusView = z.output<typeof StatusView>

export const ImportView = StatusView.omit({ history: true }).extend({
  fileBytes: Count,
  mergeStrategy: Strategy,
  createdAt: z.string(),
  endedAt: z.string().nullable(),
})

export const ImportDetailView = ImportView.extend({
  defaultCountry: z.string().nullable().meta({ description: DEFAULT_COUNTRY }),
  labels: z.array(z.string()).meta({ description: 'Added to every contact of the file' }),
  listName: z.string().nullable().meta({ description: 'All contacts of the file are added to the list of this name' }),
}).meta({ id: 'ImportDetail' })

const Choice = z.object({ field: z.enum(COLUMN_FIELDS), attribute: z.string().optional() })
const SOURCE_DESCRIPTION =
  'REMEMBERED: as you mapped the last file with these headers. HEADERS: by the words of the headers. CONTENT: by the cells alone'
const Sheet = z.object({
  name: z.string(),
  rows: Count.nullable().meta({
    description: 'Rows that are not blank, including titles and header; null if they could not be counted',
  }),
  hidden: z.boolean(),
})
export const MappingView = z.object({
  sheets: z.array(Sheet).meta({ description: 'In the order of their tabs; empty if the file is not a workbook' }),
  sheet: z.string().nullable().meta({ description: 'The sheet that was read; null if the file is not a workbook' }),
  headerRow: Count.meta({
    description: 'The header row as numbered by a spreadsheet; 0: none',
  }),
  rawRows: z
    .array(z.object({ rowIndex: Count, cells: z.array(z.string()) }))
    .meta({ description: 'The first 20 rows that are not blank, as they are in the file; long cells are truncated' }),
  headers: z.array(z.object({ column: z.string(), samples: z.array(z.string()) })),
  suggestion: dictionarySchema(Choice).meta({
    properties: { source: { type: 'string', enum: [...SOURCES], description: SOURCE_DESCRIPTION } },
    description: 'The field of each column, and `source`, unless the file has a column of that name',
  }),
  suggestionSource: z.enum(SOURCES).meta({ description: SOURCE_DESCRIPTION }),
  confirmed: dictionarySchema(Choice).nullable(),
})

const ACTIONS = ['CREATE', 'UPDATE', 'MERGE', 'SKIP'] as const
export const PreviewQuery = z.object({
  kind: z
    .enum(['valid', 'warning', 'error'])
    .optional()
    .meta({ description: 'Only items without a warning, only those with one, or only failed rows' }),
  action: z.enum(ACTIONS).optional().meta({ description: 'Only items with this action' }),
})

export const PreviewView = z.object({
  jobId: z.string(),
  jobStatus: Status,
  totalValid: Count.meta({ description: 'Contacts that would be saved, including those with warnings' }),
  totalWarnings: Count.meta({ description: 'Contacts with a warning' }),
  totalErrors: Count.meta({ description: 'Failed rows' }),
  totalOptOuts: Count.meta({ description: 'Contacts that the file states as opted out' }),
  conflictSummary: z.object({
    totalNewContacts: Count,
    totalExistingContacts: Count,
    contactsWithUpdatedNames: Count.meta({ description: 'Existing contacts only' }),
    contactsWithNewLabels: Count.meta({ description: 'Existing contacts only' }),
  }),
  validSample: z.array(
    z.object({
      name: z.string(),
      labels: z.array(z.string()),
      attributes: dictionarySchema(z.string()),
      consent: ConsentView,
      rowIndex: Count.meta({ description: 'The row as numbered by a spreadsheet' }),
      _normalized: z.object({ e164: z.string(), countryCode: z.string(), nationalNumber: z.string() }),
      _countrySource: z.string().meta({
        description: 'Which rule decided the country: EXPLICIT, PREFIX, COLUMN, DEFAULT, MAJORITY or FALLBACK',
      }),
      _action: z.enum(ACTIONS),
      _status: z.enum(['valid', 'warning']),
      _warnings: z.array(z.string()),
      _duplicate: z.enum(['new', 'existing']).meta({ description: 'Whether the number already belongs to a contact' }),
      _optsOut: z.boolean().meta({ description: 'A row of this number states an opt-out, which the import applies' }),
      _diff: z.array(z.object({ field: z.string(), existing: z.string(), incoming: z.string(), resolved: z.string() })),
    }),
  ),
  errorSample: z.array(z.object({ rowIndex: Count, rowData: dictionarySchema(z.string()), reason: z.string() })),
  planHash: z.string().optional().meta({ description: 'The plan that this preview shows, for the confirmation' }),
  page: Count,
  pageSize: Count,
  totalPages: Count.meta({ description: 'Based on the longer of the two samples' }),
})

export const ReportQuery = z.strictObject({
  format: z.enum(['full', 'simple']).optional().meta({ description: 'simple: row number and error only' }),
})
export const NoQuery = z.strictObject({})
