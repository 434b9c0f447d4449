import type { DeadLetterDetailView } from '@harkara/server/admin/schema'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useOperatorRights } from '../../../api/session.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { DescriptionList, IdText } from '../../../components/layout/description-list.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { Money } from '../../../components/values/money.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'
import { CloseDeadLetter } from './close-dead-letter.tsx'
import { DEAD_LETTER_KINDS, type DeadLetter, deadLetterReason, deadLetterTitle } from './dead-letters.ts'

type DeadLetterDetail = Out<typeof DeadLetterDetailView>

export function DeadLetterPage() {
  const { letterId } = useParams({ strict: false }) as { letterId: string }
  const { data, error, refetch } = useQuery({
    queryKey: [...ADMIN, 'dead-letters', letterId],
    queryFn: ({ signal }) => api.get<DeadLetterDetail>(`/admin/dead-letters/${letterId}`, undefined, signal),
  })
  if (!data && !error) return <LoadingPage />
  return (
    <>
      <PageHeader title={data ? deadLetterTitle(data) : t('Dead letter')} about={data && deadLetterReason(data)} />
      {data ? <Details letter={data} /> : <ErrorState error={error} retry={() => void refetch()} />}
    </>
  )
}

function Details({ letter }: { letter: DeadLetterDetail }) {
  const { mayMoveMoney } = useOperatorRights()
  return (
    <Stack gap="lg" maw={760}>
      <Paper withBorder p="md">
        <DescriptionList
          items={[
            [t('Vendor'), <VendorLink key="vendor" vendorId={letter.vendorId} />],
            [t('Attempts'), String(letter.attempts)],
            [t('Failed'), <RelativeTime key="created" at={letter.createdAt} />],
            [t('Replayed'), letter.replayedAt ? <RelativeTime key="replayed" at={letter.replayedAt} /> : undefined],
            [t('Closed'), letter.closedAt ? <RelativeTime key="closed" at={letter.closedAt} /> : undefined],
            ['ID', <IdText key="id">{letter.id}</IdText>],
            ...moneyFacts(letter.money),
          ]}
        />
      </Paper>
      {mayMoveMoney && !letter.closedAt && (
        <Group>
          <Replay letter={letter} />
          {!letter.replayedAt && <CloseDeadLetter letterId={letter.id} />}
        </Group>
      )}
    </Stack>
  )
}

/** Gateway references, for looking the payment up at the gateway. */
function moneyFacts(money: DeadLetterDetail['money']) {
  if (!money) return []
  const { amountMinorUnit, currency, gatewayPaymentId, gatewayOrderId, gatewayRefundId } = money
  return [
    [
      t('Amount'),
      currency ? (
        <Money key="m" minorUnits={amountMinorUnit} currency={currency} />
      ) : (
        t('{amountMinorUnit} minor units', { amountMinorUnit })
      ),
    ],
    [t('Gateway payment'), <IdText key="p">{gatewayPaymentId}</IdText>],
    [t('Gateway order'), gatewayOrderId ? <IdText key="o">{gatewayOrderId}</IdText> : undefined],
    [t('Gateway refund'), gatewayRefundId ? <IdText key="r">{gatewayRefundId}</IdText> : undefined],
  ] as const
}

function Replay({ letter }: { letter: DeadLetterDetail }) {
  const [isOpen, setOpen] = useState(false)
  const replay = useApiMutation(
    (id: string, key) => api.post<DeadLetter>(`/admin/dead-letters/${id}/replay`, undefined, key),
    {
      invalidates: [ADMIN],
      onSuccess: () => setOpen(false),
    },
  )
  if (letter.kind === 'MESSAGE')
    return (
      <Text size="sm">{t('The vendor can resend this message by retrying the failed messages of its campaign.')}</Text>
    )
  if (letter.replayedAt)
    return <Text size="sm">{t('Replayed. If it fails again, it appears as a new dead letter.')}</Text>
  const what = DEAD_LETTER_KINDS[letter.kind].toLowerCase()
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Replay {what}', { what })}</Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Replay {what}?', { what })}
        confirm={t('Replay {what}', { what })}
        isBusy={replay.isPending}
        error={replay.error}
        onConfirm={() => replay.mutate(letter.id)}
      >
        {t(
          'It is processed again by its regular handler, which is idempotent: effects of earlier attempts are not repeated. If the cause persists, it fails again and appears as a new dead letter.',
        )}
      </ConfirmDialog>
    </>
  )
}
