import { IMPORT_FILE_BYTES_MAX } from '@harkara/server/domain/limits'
import { t } from '../../../format/translate.ts'

/** For messages. */
export const FILE_SIZE_MAX = t('{importFileBytesMax} MB', { importFileBytesMax: IMPORT_FILE_BYTES_MAX / 1024 / 1024 })

export type FileKind = 'csv' | 'ods' | 'vcf' | 'xlsx'

const KINDS: readonly FileKind[] = ['csv', 'ods', 'vcf', 'xlsx']

/** The number of leading bytes needed to recognise the file type. */
export const HEAD_BYTES = 4_096

/** The file type, or why the file cannot be imported. */
type KindCheck = { kind: FileKind } | { problem: string }

export function checkKind({ name, size }: { name: string; size: number }, head: Uint8Array): KindCheck {
  const kind = KINDS.find((one) => one === endingOf(name))
  if (!kind)
    return {
      problem:
        OTHER[endingOf(name)] ??
        t(
          'Only CSV, XLSX, ODS and VCF files can be imported. Save your spreadsheet or contacts in one of these formats.',
        ),
    }
  if (size === 0) return { problem: t('This file is empty. Check that it was saved and that you chose the right one.') }
  if (size > IMPORT_FILE_BYTES_MAX)
    return {
      problem: t('This file is larger than {fileSizeMax}. Split it into smaller files and import them one by one.', {
        fileSizeMax: FILE_SIZE_MAX,
      }),
    }
  const mark = markOf(head)
  if (kind === 'xlsx' && mark === 'ole') return { problem: LOCKED }
  if (kind === 'xlsx' && mark !== 'zip')
    return {
      problem: t(
        'This file has the extension .xlsx but is not an Excel workbook. Open it in your spreadsheet app and save it again.',
      ),
    }
  if (kind === 'ods' && mark !== 'zip')
    return {
      problem: t('This file has the extension .ods but is not an OpenDocument spreadsheet. Open it and save it again.'),
    }
  if (kind === 'csv' && mark) return { problem: NOT_TEXT }
  if (kind === 'vcf' && (mark || !hasCards(head))) return { problem: NO_CARDS }
  return { kind }
}

const OLD = t(
  'The old Excel format (.xls) is not supported. Open the file in your spreadsheet app and save it as XLSX or CSV.',
)
const LOCKED = t('This workbook has a password or uses an old format. Save it as XLSX without a password, or as CSV.')
const NOT_TEXT = t(
  'This file has the extension .csv but is not a text file. Open it in your spreadsheet app and save it as CSV, or upload the workbook.',
)
const NO_CARDS = t('This file has the extension .vcf but contains no contact cards. Export your contacts again.')
const OTHER: Record<string, string> = {
  xls: OLD,
  xlsb: t('Binary workbooks (.xlsb) are not supported. Save the file as XLSX or CSV.'),
  xlsm: t('Workbooks with macros (.xlsm) are not supported. Save the file as XLSX or CSV.'),
  numbers: t('Numbers files are not supported. In Numbers, choose File › Export To › CSV.'),
  pdf: t('PDF files are not supported. Export the table as CSV or XLSX.'),
  zip: t('ZIP archives are not supported. Unzip the file and choose the spreadsheet inside.'),
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

/** In UTF-16 every other byte is a NUL, and the first two may be a byte order mark. */
const hasCards = (head: Uint8Array) =>
  /^[^\x21-\x7e]*BEGIN:VCARD/i.test(String.fromCharCode(...head.subarray(0, 64)).replaceAll('\0', ''))

function markOf(head: Uint8Array) {
  const start = String.fromCharCode(...head.subarray(0, 8))
  return (Object.keys(MARKS) as (keyof typeof MARKS)[]).find((mark) => start.startsWith(MARKS[mark]))
}
