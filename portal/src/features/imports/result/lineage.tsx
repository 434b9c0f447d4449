import { Anchor, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { type ImportStatus, importQuery } from '../queries.ts'

const NAMED_MAX = 5

/** How many failed rows were imported later, by corrected reports of this import. */
export function RepairedRows({ status: { childJobIds, repairedRows, stats } }: { status: ImportStatus }) {
  const format = useFormat()
  const named = childJobIds.slice(-NAMED_MAX)
  const children = useQueries({ queries: named.map(importQuery) })
  if (childJobIds.length === 0) return null
  return (
    <Text size="sm">
      {t(
        '{repairedRows, plural, one {#} other {#}} of {invalidRows, plural, one {# failed row} other {# failed rows}} {repairedRows, plural, one {was} other {were}} repaired in',
        {
          repairedRows,
          invalidRows: stats.invalidRows,
        },
      )}{' '}
      {named.map((jobId, index) => (
        <span key={jobId}>
          {index > 0 && ', '}
          <ImportLink jobId={jobId} name={children[index]?.data?.fileName} />
        </span>
      ))}
      {childJobIds.length > NAMED_MAX &&
        ` ${t('and {count} more', { count: format.number(childJobIds.length - NAMED_MAX) })}`}
      .
    </Text>
  )
}

/** The import whose failed rows this file corrects. */
export function CorrectedImport({ parentJobId }: { parentJobId: string }) {
  const { data: parent } = useQuery(importQuery(parentJobId))
  return (
    <Text size="sm" c="dimmed" component="span">
      {t('Corrects failed rows of')} <ImportLink jobId={parentJobId} name={parent?.fileName} />
    </Text>
  )
}

const ImportLink = ({ jobId, name }: { jobId: string; name: string | undefined }) => (
  <Anchor
    renderRoot={(props) => <Link {...props} to="/imports/$jobId" params={{ jobId }} />}
    size="sm"
    style={{ overflowWrap: 'anywhere' }}
  >
    {name ?? t('another import')}
  </Anchor>
)
