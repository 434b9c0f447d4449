import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../format/translate.ts'
import { unreadSheets } from '../mapping/table-choice.ts'
import { mappingQuery } from '../queries.ts'

/** Only one sheet of a workbook is read. Whoever has people on two should not miss the others. */
export function UnreadSheets({ jobId }: { jobId: string }) {
  const { data: mapping } = useQuery(mappingQuery(jobId))
  const sheets = mapping ? unreadSheets(mapping) : []
  if (sheets.length === 0) return null
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {t('Not imported: {sheets}. Only one sheet of a workbook is read. To read another one, select Change columns.', {
        sheets: sheets.join(', '),
      })}
    </Text>
  )
}
