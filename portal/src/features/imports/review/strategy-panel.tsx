import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { t } from '../../../format/translate.ts'
import { STRATEGIES, type Strategy } from '../display-names.ts'
import { StrategyChoice } from '../mapping/strategy-choice.tsx'
import { type ImportDetail, importPath } from '../queries.ts'

/** How existing contacts are handled. Changing it updates the preview. */
export function StrategyPanel({ detail: { jobId, mergeStrategy } }: { detail: ImportDetail }) {
  const [isOpen, setOpen] = useState(false)
  const change = useApiMutation(
    (strategy: Strategy) =>
      api.patch(importPath(jobId), {
        mergeStrategy: strategy,
        ...(strategy === 'FULL_REPLACE' && { confirmFullReplace: true }),
      }),
    { invalidates: [['imports', jobId]] },
  )
  return (
    <section aria-label={t('Existing contacts')}>
      {isOpen ? (
        <>
          <StrategyChoice
            value={change.isPending ? change.variables : mergeStrategy}
            onChange={(strategy) => change.mutate(strategy)}
            isBusy={change.isPending}
          />
          <Text size="sm" c="dimmed" role="status" mt="xs">
            {change.isPending ? t('Updating the preview…') : ''}
          </Text>
        </>
      ) : (
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 16rem">
            <b>{t('Existing contacts: {name}.', { name: STRATEGIES[mergeStrategy].name.toLowerCase() })}</b>{' '}
            {STRATEGIES[mergeStrategy].about}
          </Text>
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t('Change')}
          </Button>
        </Group>
      )}
      {change.error ? <ErrorState error={change.error} /> : null}
    </section>
  )
}
