import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ConnectionLost, isProblem } from '../../../api/problem.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { t } from '../../../format/translate.ts'
import { statusQuery } from '../queries.ts'
import { clearChosenFile, uploadAgain } from './chosen-file.ts'

/** Why the upload failed, and how to continue without choosing the file again. */
export function UploadError({ error }: { error: unknown }) {
  if (isProblem(error, 'DUPLICATE_FILE')) return <DuplicateFile jobId={String(error.members['existingJobId'])} />
  if (error instanceof ConnectionLost)
    return (
      <Alert color="yellow" variant="light" role="alert" title={t('Connection lost during upload')}>
        <Text size="sm">
          {t(
            'Nothing was imported, and your file is still selected. Retry when you are back online. If the file had already arrived, it is not uploaded twice.',
          )}
        </Text>
      </Alert>
    )
  return <ErrorState error={error} title={t('Upload failed')} />
}

function DuplicateFile({ jobId }: { jobId: string }) {
  const { data: status } = useQuery(statusQuery(jobId))
  const isBlocked = status?.status === 'QUARANTINED'
  const mayRepeat = status?.terminal === true && !isBlocked
  return (
    <Alert color="yellow" variant="light" role="alert" title={t('This file was uploaded before')}>
      <Text size="sm">
        {isBlocked && t('The file was blocked. Save the data as a new file and upload that.')}
        {mayRepeat && t('It has already been imported. Importing it again does not create duplicates.')}
        {status && !status.terminal && t('That import is still in progress. Continue with it, or cancel it first.')}
      </Text>
      <Group gap="sm" mt="sm">
        <Button
          component={Link}
          to={`/imports/${jobId}` as LinkProps['to']}
          size="compact-sm"
          variant="default"
          onClick={clearChosenFile}
        >
          {t('Open import')}
        </Button>
        {mayRepeat && (
          <Button size="compact-sm" variant="default" onClick={() => void uploadAgain()}>
            {t('Import again')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
