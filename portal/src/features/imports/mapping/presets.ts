import type { PresetView } from '@harkara/server/imports/mappings/schema'
import { queryOptions } from '@tanstack/react-query'
import { fetchAllPages } from '../../../api/fetch-all-pages.ts'
import type { ColumnChoice } from './column-choices.ts'
import type { ImportOptions } from './import-options.tsx'

export type Preset = PresetView

export const PRESETS_PATH = '/contacts/import-presets'

export const presetsQuery = queryOptions({
  queryKey: ['import-presets'],
  queryFn: ({ signal }) => fetchAllPages<Preset>(PRESETS_PATH, signal),
})

/** As the server applies a preset: columns that it does not name are not imported. */
export const choicesWith = (choices: readonly ColumnChoice[], { columns }: Pick<Preset, 'columns'>): ColumnChoice[] =>
  choices.map(({ column }) => {
    const use = Object.hasOwn(columns, column) ? columns[column] : undefined
    return { column, field: use?.field ?? 'ignore', attribute: use?.attribute ?? column }
  })

/** Replacing contacts is confirmed by typing a word each time, so a preset does not choose it. */
export const optionsWith = (
  options: ImportOptions,
  { defaultCountry, mergeStrategy, labels }: Omit<Preset, 'id' | 'name' | 'columns' | 'createdAt'>,
): ImportOptions => ({
  defaultCountry: defaultCountry ?? options.defaultCountry,
  mergeStrategy: mergeStrategy && mergeStrategy !== 'FULL_REPLACE' ? mergeStrategy : options.mergeStrategy,
  labels: labels.length > 0 ? labels : options.labels,
})
