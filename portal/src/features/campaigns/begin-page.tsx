import { Button, Group, Paper, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { LoadingPage } from '../../components/loading.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { dropDraft, isBegun, keepDraft, readDraft } from './draft.ts'
import { StepButton } from './step-button.tsx'

/** What was begun before is not thrown away; what was chosen elsewhere is chosen already. */
export function BeginPage() {
  const { id } = useUser()
  const { list, template } = useSearch({ from: '/vendor/campaigns/new' })
  const [draft] = useState(() => readDraft(id))
  if (list === undefined && template === undefined && isBegun(draft)) return <Begun userId={id} />
  return <Begin userId={id} chosen={{ ...(list && { listId: list }), ...(template && { templateId: template }) }} />
}

function Begin({ userId, chosen }: { userId: string; chosen: { listId?: string; templateId?: string } }) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    keepDraft(userId, { ...readDraft(userId), ...chosen })
    const step = chosen.templateId ? 'people' : 'template'
    void navigate({ to: '/campaigns/new/$step', params: { step }, replace: true })
  }, [])
  return <LoadingPage />
}

function Begun({ userId }: { userId: string }) {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="Prepare a campaign" />
      <Paper withBorder p="lg" maw={640}>
        <Text mb="md">You have begun a campaign in this tab and not sent it. Nothing of it has left.</Text>
        <Group gap="sm">
          <StepButton to="check">Go on with it</StepButton>
          <Button
            variant="default"
            onClick={() => {
              dropDraft(userId)
              void navigate({ to: '/campaigns/new/$step', params: { step: 'template' } })
            }}
          >
            Begin a new one
          </Button>
        </Group>
      </Paper>
    </>
  )
}
