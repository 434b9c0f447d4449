import { Alert, Button, Group, Text } from '@mantine/core'
import { ApiProblem, errorMessage, isInternalError, SignedOut } from '../../api/problem.ts'
import { openSupportForm } from '../../api/state/support.ts'
import { t } from '../../format/translate.ts'

/** An error message with a retry button and, for server errors, a support button. */
export function ErrorState({ error, retry, title }: { error: unknown; retry?: () => void; title?: string }) {
  if (error instanceof SignedOut) return null
  const requestId = error instanceof ApiProblem ? error.requestId : ''
  return (
    <Alert color="red" variant="light" title={title} role="alert" my="sm">
      <Text size="sm">{errorMessage(error)}</Text>
      {(retry || isInternalError(error)) && (
        <Group gap="sm" mt="sm">
          {retry && (
            <Button size="compact-sm" variant="default" onClick={retry}>
              {t('Try again')}
            </Button>
          )}
          {isInternalError(error) && (
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => openSupportForm(requestId)}>
              {t('Contact support')}
            </Button>
          )}
        </Group>
      )}
      {isInternalError(error) && requestId && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('Request ID: {requestId}', { requestId })}
        </Text>
      )}
    </Alert>
  )
}
