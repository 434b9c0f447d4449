import { IMPORT_FILE_BYTES_MAX } from '@harkara/server/domain/limits'

/** As people say it. */
export const FILE_SIZE_MAX = `${IMPORT_FILE_BYTES_MAX / 1024 / 1024} MB`

export type FileKind = 'csv' | 'xlsx'

/** How much of the beginning tells what a file is. */
export const HEAD_BYTES = 4_096

/** Why a file cannot be imported, before any of it has left; otherwise what it is. */
export type KindCheck = { kind: FileKind } | { problem: string }

export function checkKind({ name, size }: { name: string; size: number }, head: Uint8Array): KindCheck {
  const kind = /\.csv$/i.test(name) ? 'csv' : /\.xlsx$/i.test(name) ? 'xlsx' : undefined
  if (!kind)
    return { problem: OTHER[endingOf(name)] ?? 'This is not a CSV or XLSX file. Save your table as one of them.' }
  if (size === 0) return { problem: 'This file is empty. Is it the right one, and was it saved?' }
  if (size > IMPORT_FILE_BYTES_MAX)
    return {
      problem: `This file is larger than ${FILE_SIZE_MAX}. Split it into several files and import one after the other.`,
    }
  const mark = markOf(head)
  if (kind === 'xlsx' && mark === 'ole') return { problem: LOCKED }
  if (kind === 'xlsx' && mark !== 'zip')
    return { problem: 'This file is called .xlsx but is no workbook. Open it in your spreadsheet and save it again.' }
  if (kind === 'csv' && mark) return { problem: NOT_TEXT }
  return { kind }
}

const OLD = 'Old workbooks (.xls) cannot be read. Open it in your spreadsheet and save it as XLSX or CSV.'
const LOCKED = 'This workbook has a password or is in the old format. Save it as XLSX without a password, or as CSV.'
const NOT_TEXT =
  'This file is called .csv but is no text. Open it in your spreadsheet and save it as CSV, or upload the workbook.'
const OTHER: Record<string, string> = {
  xls: OLD,
  xlsb: 'This kind of workbook (.xlsb) cannot be read. Save it as XLSX or CSV.',
  xlsm: 'A workbook with macros cannot be imported. Save it as XLSX or CSV.',
  ods: 'This kind of table (.ods) cannot be read. Save it as XLSX or CSV.',
  numbers: 'Numbers files cannot be read. Choose File, Export to, CSV in Numbers.',
  pdf: 'A PDF is a picture of a table. Export the table itself as CSV or XLSX.',
  zip: 'Unpack the archive first and choose the table that is in it.',
}

const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const MARKS = {
  zip: 'PK\x03\x04',
  ole: '\xd0\xcf\x11\xe0',
  program: 'MZ',
  elf: '\x7fELF',
  pdf: '%PDF',
  gzip: '\x1f\x8b',
}

function markOf(head: Uint8Array) {
  const start = String.fromCharCode(...head.subarray(0, 8))
  return (Object.keys(MARKS) as (keyof typeof MARKS)[]).find((mark) => start.startsWith(MARKS[mark]))
}
