import type { ProviderView } from '@harkara/server/dispatch/provider/schema'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { useOperatorRights } from '../../../api/session.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { rich } from '../../../components/values/rich.ts'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { AccountEvents } from './account-events.tsx'
import { Discrepancies } from './discrepancies.tsx'
import { UnassignedMessages } from './unassigned-messages.tsx'

type Provider = Out<typeof ProviderView>
const POLL_MS = 10_000

export function ProviderPage() {
  const { isOwner } = useOperatorRights()
  const { data, error, refetch } = useQuery({
    queryKey: [...ADMIN, 'provider'],
    queryFn: ({ signal }) => api.get<Provider>('/admin/provider', undefined, signal),
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <PageHeader title={t('Provider')} about={t('The messaging provider account that sends for all vendors.')} />
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Paper withBorder p="lg" maw={640} mih={150}>
          {data ? <State provider={data} /> : <LoadingLines lines={3} />}
        </Paper>
      )}
      <AccountEvents />
      {isOwner && <UnassignedMessages />}
      <Discrepancies />
    </>
  )
}

function State({ provider }: { provider: Provider }) {
  const { stopped, stoppedSince } = provider
  const [isOpen, setOpen] = useState(false)
  const { isOwner } = useOperatorRights()
  return (
    <Stack gap="md">
      <div role="status">
        <StatusDot tone={stopped ? 'error' : 'success'}>
          {stopped ? t('Sending stopped') : t('Sending active')}
        </StatusDot>
        <Text size="sm" c="dimmed" mt={4}>
          {stopped && stoppedSince
            ? stoppedBy(provider, <RelativeTime at={stoppedSince} />)
            : t('An account error, such as an expired token, stops all sending and notifies operators by email.')}
        </Text>
      </div>
      <NumberQuality provider={provider} />
      {isOwner && (
        <Group>
          <Button color={stopped ? undefined : 'red.9'} onClick={() => setOpen(true)}>
            {stopped ? t('Resume sending') : t('Stop all sending')}
          </Button>
        </Group>
      )}
      <Change isStopped={stopped} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Stack>
  )
}

function NumberQuality({ provider: { quality, messagingLimit, qualitySince } }: { provider: Provider }) {
  if (quality === null && messagingLimit === null) return null
  return (
    <div>
      {quality !== null && (
        <StatusDot tone={quality === 'FLAGGED' ? 'error' : 'success'}>
          {quality === 'FLAGGED' ? t('Low quality rating') : t('Quality rating restored')}
        </StatusDot>
      )}
      <Text size="sm" c="dimmed" mt={4}>
        {messagingLimit !== null && `${t('Messaging limit {messagingLimit}.', { messagingLimit })} `}
        {qualitySince && <>{rich('Last changed {time}.', { time: <RelativeTime at={qualitySince} /> })}</>}
      </Text>
    </div>
  )
}

const stoppedBy = ({ code, reason }: Provider, time: ReactNode) =>
  code === null
    ? rich('Stopped {time} by an operator. Queued messages wait, and their cost stays on hold.', { time })
    : rich('Stopped {time} by provider error {code}: {reason}. Queued messages wait, and their cost stays on hold.', {
        time,
        code,
        reason,
      })

function Change({ isStopped, isOpen, onClose }: { isStopped: boolean; isOpen: boolean; onClose: () => void }) {
  const change = useApiMutation((act: 'stop' | 'resume') => api.post<Provider>(`/admin/provider/${act}`), {
    invalidates: [ADMIN],
    onSuccess: onClose,
  })
  const texts = isStopped ? RESUME : STOP
  return (
    <ConfirmDialog
      opened={isOpen}
      onClose={onClose}
      title={texts.title}
      confirm={texts.confirm}
      onConfirm={() => change.mutate(texts.act)}
      isDangerous={!isStopped}
      isBusy={change.isPending}
      error={change.error}
      {...(!isStopped && { confirmationText: 'STOP' })}
    >
      {texts.about}
    </ConfirmDialog>
  )
}

const STOP = {
  act: 'stop',
  title: t('Stop all sending?'),
  confirm: t('Stop sending for all vendors'),
  about: t(
    'No vendor can send messages until sending is resumed here. Requests in progress are completed; campaigns and replies wait. This is recorded in the audit log.',
  ),
} as const
const RESUME = {
  act: 'resume',
  title: t('Resume sending?'),
  confirm: t('Resume sending for all vendors'),
  about: t(
    'Queued messages of all vendors are sent immediately. Resume only after the account problem is fixed; otherwise sending stops again.',
  ),
} as const
