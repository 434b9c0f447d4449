import { Anchor, Button, Group, NativeSelect, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { download } from '../../../api/download.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { Clamp } from '../../../components/table/clamp.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t, translateServerText } from '../../../format/translate.ts'
import { MESSAGE_STATES } from '../display-names.ts'
import { type Campaign, type Message, pollInterval } from '../queries.ts'
import type { RecipientsSearch } from '../search.ts'

const ROWS = 25
/** A read message has the status of a delivered one. */
const READ = 'READ'

/** The status of each message. */
export function Recipients({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const { status = '', reason: errorCode = '' } = useSearch({ from: '/vendor/campaigns/$id' })
  const navigate = useNavigate({ from: '/campaigns/$id' })
  const filter = (search: RecipientsSearch) => void navigate({ search, replace: true, resetScroll: false })
  const list = useListPage<Message>(`/campaigns/${campaign.id}/messages`, {
    filters: {
      contacts: true,
      ...(errorCode ? { errorCode } : status === READ ? { read: true } : status && { status }),
    },
    pageSize: ROWS,
    key: messagesKey(campaign),
    refetchMs: pollInterval(campaign),
  })
  useLastStatuses(campaign)
  const isFiltered = Boolean(status || errorCode)
  return (
    <section aria-label={t('Recipients')} id="recipients">
      <Title order={2} size="h4" mb="sm">
        {t('Recipients')}
      </Title>
      <Group align="flex-end" justify="space-between" mb="sm">
        <Group align="flex-end">
          <NativeSelect
            label={t('Status')}
            value={errorCode ? 'FAILED' : status}
            onChange={({ currentTarget: { value } }) => {
              filter(value ? { status: value } : {})
            }}
            data={[
              { value: '', label: t('All statuses') },
              ...Object.entries(MESSAGE_STATES).map(([value, [, label]]) => ({ value, label })),
              { value: READ, label: t('Read') },
            ]}
          />
          {campaign.failures.length > 0 && (
            <NativeSelect
              label={t('Failure reason')}
              value={errorCode}
              onChange={({ currentTarget: { value } }) => filter(value ? { reason: value } : { status: 'FAILED' })}
              maw={320}
              data={[
                { value: '', label: t('All reasons') },
                ...campaign.failures
                  .filter((one) => one.errorCode)
                  .map((one) => ({
                    value: one.errorCode,
                    label: `${translateServerText(one.errorReason)} (${format.number(one.count)})`,
                  })),
              ]}
            />
          )}
        </Group>
        <CsvButton campaign={campaign} />
      </Group>
      <DataTable
        label={t('Recipients')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <Text c="dimmed" p="lg" ta="center">
            {isFiltered
              ? t('No messages match the filters.')
              : t('Messages are being created and appear here shortly.')}
          </Text>
        }
      />
    </section>
  )
}

const messagesKey = ({ id }: Campaign) => ['campaigns', 'messages', id]

/** Polling ends with the billing. Statuses may have changed between the last read of the list and that of the campaign. */
function useLastStatuses(campaign: Campaign) {
  const queryClient = useQueryClient()
  const { billingClosedAt } = campaign
  const [closedAtFirst] = useState(billingClosedAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the billing is closed, and only then
  useEffect(() => {
    if (billingClosedAt !== closedAtFirst) void queryClient.invalidateQueries({ queryKey: messagesKey(campaign) })
  }, [billingClosedAt])
}

const COLUMNS: Column<Message>[] = [
  { name: t('Contact'), isClamped: true, cell: (message) => <RecipientsSummary message={message} /> },
  { name: t('Phone number'), isNoWrap: true, cell: ({ contact }) => contact?.e164 ?? '–' },
  { name: t('Status'), cell: (message) => <State message={message} /> },
  { name: t('Updated'), cell: (message) => <StatusTime message={message} /> },
  {
    name: t('Failure reason'),
    cell: ({ status, errorReason }) => (status === 'FAILED' ? translateServerText(errorReason ?? '') : '–'),
  },
]

function RecipientsSummary({ message: { contactId, contact } }: { message: Message }) {
  if (!contact || !contactId) return t('Deleted contact')
  return (
    <Anchor renderRoot={(props) => <Link {...props} to="/contacts/$id" params={{ id: contactId }} />} size="sm">
      <Clamp>{contact.name || t('No name')}</Clamp>
    </Anchor>
  )
}

function State({ message: { status, readAt } }: { message: Message }) {
  const [tone, word] = MESSAGE_STATES[status]
  return <StatusDot tone={tone}>{readAt && status === 'DELIVERED' ? t('Read') : word}</StatusDot>
}

function StatusTime({ message }: { message: Message }) {
  const at = message.failedAt ?? message.readAt ?? message.deliveredAt ?? message.sentAt
  return at ? <RelativeTime at={at} /> : '–'
}

function CsvButton({ campaign: { id, progress } }: { campaign: Campaign }) {
  const fetching = useMutation({ mutationFn: () => download(`/campaigns/${id}/report`, `campaign-${id}.csv`) })
  return (
    <div>
      <Button variant="default" loading={fetching.isPending} onClick={() => fetching.mutate()}>
        {t('Download {total, plural, one {# recipient} other {# recipients}} as CSV', { total: progress.total })}
      </Button>
      {fetching.error ? <ErrorState error={fetching.error} /> : null}
    </div>
  )
}
