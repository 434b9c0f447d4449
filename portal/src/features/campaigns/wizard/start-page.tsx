import { Button, Group, Paper, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useUser } from '../../../api/session.ts'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { t } from '../../../format/translate.ts'
import { discardDraft, isStarted, loadDraft, saveDraft } from './draft.ts'
import { StepButton } from './step-button.tsx'

/** Starts the wizard with the given list or template, or offers to continue an unfinished draft. */
export function StartPage() {
  const { id } = useUser()
  const { list, template } = useSearch({ from: '/vendor/campaigns/new' })
  const [draft] = useState(() => loadDraft(id))
  if (list === undefined && template === undefined && isStarted(draft)) return <ContinueDraft userId={id} />
  return (
    <StartWizard userId={id} chosen={{ ...(list && { listId: list }), ...(template && { templateId: template }) }} />
  )
}

function StartWizard({ userId, chosen }: { userId: string; chosen: { listId?: string; templateId?: string } }) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    saveDraft(userId, { ...loadDraft(userId), ...chosen })
    const step = chosen.templateId ? 'people' : 'template'
    void navigate({ to: '/campaigns/new/$step', params: { step }, replace: true })
  }, [])
  return <LoadingPage />
}

function ContinueDraft({ userId }: { userId: string }) {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('Create campaign')} />
      <Paper withBorder p="lg" maw={640}>
        <Text mb="md">
          {t('You have an unsent campaign in this tab. Continue with it, or discard it and start over.')}
        </Text>
        <Group gap="sm">
          <StepButton to="check">{t('Continue campaign')}</StepButton>
          <Button
            variant="default"
            onClick={() => {
              discardDraft(userId)
              void navigate({ to: '/campaigns/new/$step', params: { step: 'template' } })
            }}
          >
            {t('Start over')}
          </Button>
        </Group>
      </Paper>
    </>
  )
}
