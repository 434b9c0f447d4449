import type { Tone } from '../../../components/values/status-dot.tsx'
import { formatList } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import type { RowRefs, RowsCheck } from '../check/check-rows.ts'

interface CheckMessage {
  tone: Tone
  title: string
  about: string
}

/** Messages for the result of the file check, the good ones first. */
export function checkMessages(rows: RowsCheck): CheckMessage[] {
  const { rowCount, headerRow, phoneColumns, malformed, shortened, repeated } = rows
  const found: (CheckMessage | false)[] = [
    {
      tone: 'success',
      title: t('{count, plural, one {# row} other {# rows}}', { count: rowCount }),
      about: headerOf(headerRow),
    },
    phoneColumns.length > 0
      ? {
          tone: 'success',
          title: t('Phone numbers in {phoneColumns}', { phoneColumns: formatList(phoneColumns) }),
          about: t('You can change this in the next step.'),
        }
      : {
          tone: 'pending',
          title: t('No phone number column found'),
          about: t('Select it in the next step. Contacts cannot be imported without phone numbers.'),
        },
    shortened.count > 0 && {
      tone: 'error',
      title: t('{count, plural, one {# number} other {# numbers}} truncated by the spreadsheet app', {
        count: shortened.count,
      }),
      about: t(
        '{rowsText}. Digits are missing (9.19E+11). Format the column as text and export the file again from its source.',
        { rowsText: rowsText(shortened) },
      ),
    },
    malformed.count > 0 && {
      tone: 'pending',
      title: t('{count, plural, one {# invalid number} other {# invalid numbers}}', { count: malformed.count }),
      about: t('{rowsText}. You can fix them during the review.', { rowsText: rowsText(malformed) }),
    },
    repeated.count > 0 && {
      tone: 'neutral',
      title: t('{count, plural, one {# duplicate row} other {# duplicate rows}}', { count: repeated.count }),
      about: t('{rowsText}. Each phone number becomes one contact.', { rowsText: rowsText(repeated) }),
    },
  ]
  return found.filter((finding) => finding !== false)
}

function headerOf(row: number): string {
  if (row === 0) return t('No header row found. You can name the columns in the next step.')
  return row === 1 ? t('Row 1 is the header.') : t('Row {row} is the header. Rows above it are ignored.', { row })
}

function rowsText({ count, rows }: RowRefs): string {
  const values = { count: rows.length, rows: rows.join(', ') }
  return count > rows.length
    ? t('{count, plural, one {Row} other {Rows}} {rows} and more', values)
    : t('{count, plural, one {Row} other {Rows}} {rows}', values)
}
