import type { Tone } from '../../../components/values/status-dot.tsx'
import type { RowRefs, RowsCheck } from '../check/check-rows.ts'

interface CheckMessage {
  tone: Tone
  title: string
  about: string
}

type Pluralize = (count: number, one: string, many?: string) => string

/** Messages for the result of the file check, the good ones first. */
export function checkMessages(rows: RowsCheck, pluralize: Pluralize): CheckMessage[] {
  const { rowCount, headerRow, phoneColumns, malformed, shortened, repeated } = rows
  const found: (CheckMessage | false)[] = [
    {
      tone: 'success',
      title: pluralize(rowCount, 'row'),
      about: headerOf(headerRow),
    },
    phoneColumns.length > 0
      ? {
          tone: 'success',
          title: `Phone numbers in ${phoneColumns.join(' and ')}`,
          about: 'You can change this in the next step.',
        }
      : {
          tone: 'pending',
          title: 'No phone number column found',
          about: 'Select it in the next step. Contacts cannot be imported without phone numbers.',
        },
    shortened.count > 0 && {
      tone: 'error',
      title: `${pluralize(shortened.count, 'number')} truncated by the spreadsheet app`,
      about: `${rowsText(shortened)}. Digits are missing (9.19E+11). Format the column as text and export the file again from its source.`,
    },
    malformed.count > 0 && {
      tone: 'pending',
      title: pluralize(malformed.count, 'invalid number'),
      about: `${rowsText(malformed)}. You can fix them during the review.`,
    },
    repeated.count > 0 && {
      tone: 'neutral',
      title: pluralize(repeated.count, 'duplicate row'),
      about: `${rowsText(repeated)}. Each phone number becomes one contact.`,
    },
  ]
  return found.filter((finding) => finding !== false)
}

function headerOf(row: number): string {
  if (row === 0) return 'No header row found. You can name the columns in the next step.'
  return row === 1 ? 'Row 1 is the header.' : `Row ${row} is the header. Rows above it are ignored.`
}

function rowsText({ count, rows }: RowRefs): string {
  const more = count > rows.length ? ' and more' : ''
  return `${rows.length > 1 ? 'Rows' : 'Row'} ${rows.join(', ')}${more}`
}
