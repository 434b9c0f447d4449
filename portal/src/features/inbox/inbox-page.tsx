import { Badge, Group, Switch, Text } from '@mantine/core'
import { useUrlFilter } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { Clamp } from '../../components/table/clamp.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { plainText } from '../../format/message-text.ts'
import { t } from '../../format/translate.ts'
import { mediaLabel } from './display-names.ts'
import { type Conversation, INBOX_POLL_MS } from './queries.ts'

const COLUMNS: Column<Conversation>[] = [
  {
    name: t('Contact'),
    isClamped: true,
    cell: ({ name, mobile, unread }) => <ContactName name={name || `+${mobile}`} unread={unread} />,
  },
  { name: t('Last message'), cell: (conversation) => <LastMessage conversation={conversation} /> },
  { name: t('Reply window'), cell: (conversation) => <ReplyStatus conversation={conversation} /> },
  { name: t('Date'), cell: ({ lastMessageAt }) => <RelativeTime at={lastMessageAt} /> },
]

function ContactName({ name, unread }: { name: string; unread: number }) {
  const format = useFormat()
  return (
    <Group gap="xs" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Clamp>{name}</Clamp>
      </div>
      {unread > 0 && (
        <Badge size="sm" variant="filled" tt="none" flex="none">
          {t('{unread} new', { unread: format.number(unread) })}
        </Badge>
      )}
    </Group>
  )
}

function LastMessage({ conversation: { lastMessage, unread } }: { conversation: Conversation }) {
  if (!lastMessage) return null
  const { kind, type, text } = lastMessage
  return (
    <Text span size="sm" fw={unread > 0 ? 600 : undefined} lineClamp={1} maw="34rem">
      {kind === 'INBOUND' ? '' : `${t('You:')} `}
      {plainText(text) || mediaLabel(type)}
    </Text>
  )
}

function ReplyStatus({ conversation: { window, optedOutAt } }: { conversation: Conversation }) {
  if (optedOutAt) return <StatusDot tone="error">{t('Opted out')}</StatusDot>
  return window.open ? (
    <StatusDot tone="success">{t('Open')}</StatusDot>
  ) : (
    <StatusDot tone="neutral">{t('Closed')}</StatusDot>
  )
}

export function InboxPage() {
  const [unread, setUnread] = useUrlFilter('unread')
  const isUnreadOnly = unread === 'true'
  const list = useListPage<Conversation>('/conversations', {
    key: ['conversations', 'page'],
    filters: { unread: isUnreadOnly ? true : undefined },
    refetchMs: INBOX_POLL_MS,
  })
  return (
    <>
      <PageHeader
        title={t('Inbox')}
        about={t(
          'Replies from your contacts. You can answer freely for 24 hours after a message; afterwards WhatsApp only allows templates.',
        )}
      />
      <Group mb="md">
        <Switch
          label={t('Unread only')}
          checked={isUnreadOnly}
          onChange={(event) => setUnread(event.currentTarget.checked ? 'true' : '')}
        />
      </Group>
      <DataTable
        label={t('Conversations')}
        columns={COLUMNS}
        list={list}
        rowKey={({ contactId }) => contactId}
        rowLink={({ contactId }) => ({ to: '/inbox/$contactId', params: { contactId } })}
        empty={
          isUnreadOnly ? (
            <EmptyState title={t('No unread conversations')} about={t('New messages appear here automatically.')} />
          ) : (
            <EmptyState
              illustration="inbox"
              title={t('No conversations yet')}
              about={t('Replies to your campaigns appear here automatically.')}
            />
          )
        }
      />
    </>
  )
}
