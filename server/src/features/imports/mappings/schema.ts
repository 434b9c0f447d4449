import { z } from 'zod'
import { IMPORT_PRESET_NAME_CHARS_MAX } from '../../../domain/limits.ts'
import { dictionarySchema } from '../../../platform/http/dictionary-schema.ts'
import { singleLine } from '../../vendors/schema.ts'
import { ColumnChoice, Columns, Country, DEFAULT_COUNTRY, Labels, STRATEGY, Strategy } from '../schema.ts'

const Name = singleLine(IMPORT_PRESET_NAME_CHARS_MAX).meta({
  example: 'Shop export',
  description: 'Unique, ignoring case',
})

export const PresetBody = z
  .strictObject({
    name: Name,
    columns: Columns,
    defaultCountry: Country.optional().meta({ description: DEFAULT_COUNTRY }),
    mergeStrategy: Strategy.optional().meta({ description: STRATEGY }),
    labels: Labels.optional().meta({ description: 'Added to every contact of the file' }),
  })
  .meta({ id: 'NewImportPreset' })
export type PresetBody = z.output<typeof PresetBody>

export const PresetView = z
  .object({
    id: z.string(),
    name: z.string(),
    columns: dictionarySchema(ColumnChoice),
    defaultCountry: z.string().nullable(),
    mergeStrategy: Strategy.nullable(),
    labels: z.array(z.string()),
    createdAt: z.string(),
  })
  .meta({ id: 'ImportPreset' })
export type PresetView = z.output<typeof PresetView>
