import { Text } from '@mantine/core'
import { capitalize, countryName, withFullStop } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { ACTIONS, adviceFor } from '../display-names.ts'
import type { ImportRow } from '../queries.ts'

/** Why a row failed or needs a look, with advice, and the contacts that it becomes. */
export const RowDetails = ({ row }: { row: ImportRow }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    <b>{t('Row {rowIndex}:', { rowIndex: row.rowIndex })}</b> {sentencesOf(row).join(' ')}
  </Text>
)

export function sentencesOf({ status, reason, warnings, contacts }: ImportRow): string[] {
  if (status === 'excluded') return [t('Excluded from the import.')]
  const reasons = reason === null ? warnings : [reason]
  return [
    ...reasons.map((one) => `${withFullStop(capitalize(one))} ${adviceFor(one)}`.trim()),
    ...contacts.map(
      ({ action, name, e164, countryCode }) =>
        `${ACTIONS[action]}: ${name ? `${name}, ` : ''}${e164} (${countryName(countryCode)}).`,
    ),
  ]
}
