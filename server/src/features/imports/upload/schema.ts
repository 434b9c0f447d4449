import { z } from 'zod'
import { singleLine } from '../../vendors/schema.ts'
import {
  CONFIRM_REPLACE,
  Columns,
  Country,
  DEFAULT_COUNTRY,
  labelsOf,
  MappingBody,
  PresetId,
  STRATEGY,
  Strategy,
} from '../schema.ts'

/** Form fields are text: a JSON array or names separated by commas. */
const LabelsText = z.string().transform((text, context) => {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (!trimmed.startsWith('[')) return labelsOf(trimmed.split(','), context)
  const parsed = z.array(z.string()).safeParse(readJson(trimmed))
  if (parsed.success) return labelsOf(parsed.data, context)
  context.addIssue({ code: 'custom', message: 'must be a JSON array of strings, or names separated by commas' })
  return z.NEVER
})

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .default(fallback)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body of `POST …/mapping` as text; for compatibility the columns alone are accepted too. */
const MappingText = z.string().transform((text, context): MappingBody => {
  const parsed = readJson(text)
  const whole = MappingBody.safeParse(parsed)
  if (whole.success) return whole.data
  const columns = Columns.safeParse(parsed)
  if (columns.success) return { columns: columns.data }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  const isWhole = isObject && Object.keys(parsed).some((key) => Object.hasOwn(MappingBody.shape, key))
  if (isObject)
    for (const { path, message } of (isWhole ? whole : columns).error.issues)
      context.addIssue({ code: 'custom', path, message })
  else context.addIssue({ code: 'custom', message: 'must be JSON such as {"columns": {"Phone": {"field": "phone"}}}' })
  return z.NEVER
})

/** The file has been stored by the time the fields are validated; only its hash is left here. */
export const UploadBody = z.strictObject({
  file: z.strictObject({ sha256: z.string() }).meta({
    description: 'CSV, XLSX, ODS or vCard (VCF)',
    // The client sends the file; the hash is internal.
    type: 'string',
    format: 'binary',
    properties: undefined,
    required: undefined,
    additionalProperties: undefined,
  }),
  defaultCountry: Country.optional().meta({ description: DEFAULT_COUNTRY }),
  mergeStrategy: Strategy.optional().meta({
    description: `${STRATEGY}. If left out, that of the import whose error report the file is, or MERGE_LABELS`,
  }),
  labels: LabelsText.default([]).meta({
    description: 'Added to every contact: a JSON array, or names separated by commas',
  }),
  mapping: MappingText.optional().meta({
    description: 'The column mapping as JSON, like the body of POST …/mapping; detected automatically if left out',
    example: '{"columns": {"Phone": {"field": "phone"}, "Customer": {"field": "name"}}}',
  }),
  presetId: PresetId.optional(),
  autoMap: flag(true).meta({ description: 'false: always wait for a confirmed mapping' }),
  listName: singleLine(200)
    .optional()
    .meta({ description: 'All contacts of the file are added to the list of this name once confirmed' }),
  allowDuplicateFile: flag(false).meta({ description: 'true: accept a file that was imported before' }),
  confirmFullReplace: flag(false).meta({ description: CONFIRM_REPLACE }),
})
export type UploadFields = Omit<z.output<typeof UploadBody>, 'file'>
export const UPLOAD_FIELDS: ReadonlySet<string> = new Set(Object.keys(UploadBody.shape))
