import { readWorkbook } from '../../../src/adapters/table-reader/xlsx/workbook.ts'
import { TableUnreadable } from '../../../src/ports/table-reader.ts'

/** All rows of a workbook. */
export async function rowsOf(file: Buffer) {
  const rows = []
  for await (const batch of readWorkbook(file)) rows.push(...batch)
  return rows
}

/** How reading ends. Errors other than a reason for the vendor are rethrown. */
export async function outcomeOf(file: Buffer): Promise<'read' | 'refused'> {
  try {
    for await (const _ of readWorkbook(file));
    return 'read'
  } catch (error) {
    if (error instanceof TableUnreadable) return 'refused'
    throw error
  }
}
