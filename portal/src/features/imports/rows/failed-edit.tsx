import { Alert, Button, Group, Text } from '@mantine/core'
import { errorMessage } from '../../../api/problem.ts'
import { t } from '../../../format/translate.ts'
import type { Edits } from './use-edits.ts'

interface FailedEditProps {
  failed: NonNullable<Edits['failed']>
  onAgain: (failed: NonNullable<Edits['failed']>) => void
  onDismiss: () => void
}

/** The text that was typed is kept for another try. */
export const FailedEdit = ({ failed, onAgain, onDismiss }: FailedEditProps) => (
  <Alert color="red" variant="light" role="alert" title={titleOf(failed)}>
    <Text size="sm">{errorMessage(failed.error)}</Text>
    <Group gap="sm" mt="sm">
      {'change' in failed && 'cells' in failed.change && (
        <Button size="compact-sm" variant="default" onClick={() => onAgain(failed)}>
          {t('Edit again')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onDismiss}>
        {t('Dismiss')}
      </Button>
    </Group>
  </Alert>
)

function titleOf(failed: FailedEditProps['failed']): string {
  if ('change' in failed) return t('Row {rowIndex} was not changed', { rowIndex: failed.rowIndex })
  if ('replacementId' in failed) return t('The replacement was not undone')
  return failed.isExcluded ? t('The rows were not excluded') : t('The rows were not included')
}
