import type { FailedRow, Mapping } from '../queries.ts'

/** The name and number of a failed row, as written in the file. */
export function rawNameAndNumber(
  { rowData }: Pick<FailedRow, 'rowData'>,
  mapping: Pick<Mapping, 'confirmed'> | undefined,
) {
  const cells = (...fields: readonly string[]) =>
    Object.entries(mapping?.confirmed ?? {})
      .filter(([, { field }]) => fields.includes(field))
      .map(([column]) => rowData[column]?.trim() ?? '')
      .filter((cell) => cell !== '')
  return {
    name: cells('name').join(' ') || cells('firstName', 'lastName').join(' '),
    number: cells('phone').join(', '),
  }
}
