import { CAMPAIGN_NAME_CHARS_MAX } from '@harkara/server/domain/limits'
import { Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../format/translate.ts'
import { sampleContactsQuery } from '../message-preview.tsx'
import { VariableFields } from '../variable-fields.tsx'
import { usePreview } from './preview.ts'
import { StepButton } from './step-button.tsx'
import type { Wizard } from './use-wizard.ts'

export function DetailsStep({ wizard }: { wizard: Wizard }) {
  const { draft, change, template, list, missing } = wizard
  const { data: contacts = [] } = useQuery(sampleContactsQuery(list?.id))
  const { data: preview } = usePreview(wizard)
  const names = template?.variables ?? []
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        {t('Fill in the details')}
      </Title>
      <Stack gap="lg">
        <TextInput
          label={t('Campaign name')}
          description={t('Not visible to recipients. Defaults to the template name.')}
          placeholder={template?.name}
          maxLength={CAMPAIGN_NAME_CHARS_MAX}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          maw={480}
        />
        {names.length === 0 && <Text>{t('This template has no variables.')}</Text>}
        <VariableFields
          names={names}
          rules={draft.rules}
          onChange={(rules) => change({ rules })}
          contacts={contacts}
          lacking={preview?.lacking ?? []}
        />
      </Stack>
      <Group mt="lg">
        <StepButton to="check" disabled={missing.length > 0}>
          {t('Review campaign')}
        </StepButton>
        {missing.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('Fill in {list} to continue.', { list: missing.map((name) => `{{${name}}}`).join(', ') })}
          </Text>
        )}
      </Group>
    </>
  )
}
