import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { download } from '../../../api/download.ts'
import { errorMessage } from '../../../api/problem.ts'
import { t } from '../../../format/translate.ts'
import { type ImportStatus, importPath } from '../queries.ts'

/** Downloads of the failed rows and of the warnings. */
export function Reports({ status: { jobId, stats } }: { status: Pick<ImportStatus, 'jobId' | 'stats'> }) {
  if (stats.invalidRows + stats.warningRows === 0) return null
  return (
    <Group gap="sm">
      {stats.invalidRows > 0 && (
        <Report jobId={jobId} kind="errors" fileName="failed-rows.csv">
          {t('Download {invalidRows, plural, one {# failed row} other {# failed rows}}', {
            invalidRows: stats.invalidRows,
          })}
        </Report>
      )}
      {stats.warningRows > 0 && (
        <Report jobId={jobId} kind="warnings" fileName="warnings.csv">
          {t('Download {warningRows, plural, one {# warning} other {# warnings}}', { warningRows: stats.warningRows })}
        </Report>
      )}
    </Group>
  )
}

interface ReportProps {
  jobId: string
  kind: 'errors' | 'warnings'
  fileName: string
  children: React.ReactNode
}

function Report({ jobId, kind, fileName, children }: ReportProps) {
  const save = useMutation({
    mutationFn: () => download(importPath(jobId, `/reports/${kind}`), fileName),
    onError: (error) => notifications.show({ color: 'red', message: errorMessage(error) }),
  })
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {children}
    </Button>
  )
}
