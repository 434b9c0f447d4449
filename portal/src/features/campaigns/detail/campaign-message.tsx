import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { t } from '../../../format/translate.ts'
import { MessagePreview } from '../message-preview.tsx'
import type { Campaign, Template } from '../queries.ts'
import { rulesOf } from '../variables.ts'

/** The message, previewed with contacts currently on the list. */
export function CampaignMessage({ campaign: { templateId, contactListId, variables } }: { campaign: Campaign }) {
  const { data: template, error } = useQuery({
    queryKey: ['templates', 'one', templateId],
    queryFn: ({ signal }) => api.get<Template>(`/templates/${templateId}`, undefined, signal),
  })
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Message')}>
      <Title order={2} size="h4" mb="sm">
        {t('Message')}
      </Title>
      {template ? (
        <MessagePreview template={template} listId={contactListId ?? undefined} rules={rulesOf(variables)} />
      ) : error ? (
        <Text size="sm" c="dimmed">
          {t('The template was deleted, so the message cannot be shown.')}
        </Text>
      ) : (
        <LoadingLines />
      )}
    </Paper>
  )
}
