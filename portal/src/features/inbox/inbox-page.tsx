import { Badge, Group, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { plainText } from '../../format/message-text.ts'
import { mediaLabel } from './display-names.ts'
import { type Conversation, INBOX_POLL_MS } from './queries.ts'

const COLUMNS: Column<Conversation>[] = [
  { name: 'Contact', cell: ({ name, mobile, unread }) => <ContactName name={name || `+${mobile}`} unread={unread} /> },
  { name: 'Last message', cell: (conversation) => <LastMessage conversation={conversation} /> },
  { name: 'Reply window', cell: (conversation) => <ReplyStatus conversation={conversation} /> },
  { name: 'Date', cell: ({ lastMessageAt }) => <RelativeTime at={lastMessageAt} /> },
]

function ContactName({ name, unread }: { name: string; unread: number }) {
  const format = useFormat()
  return (
    <Group gap="xs" wrap="nowrap">
      <span>{name}</span>
      {unread > 0 && (
        <Badge size="sm" variant="filled" tt="none">
          {format.number(unread)} new
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
      {kind === 'INBOUND' ? '' : 'You: '}
      {plainText(text) || mediaLabel(type)}
    </Text>
  )
}

function ReplyStatus({ conversation: { window, optedOutAt } }: { conversation: Conversation }) {
  if (optedOutAt) return <StatusDot tone="error">Opted out</StatusDot>
  return window.open ? <StatusDot tone="success">Open</StatusDot> : <StatusDot tone="neutral">Closed</StatusDot>
}

export function InboxPage() {
  const [isUnreadOnly, setUnreadOnly] = useState(false)
  const list = useListPage<Conversation>('/conversations', {
    key: ['conversations', 'page'],
    filters: { unread: isUnreadOnly ? true : undefined },
    refetchMs: INBOX_POLL_MS,
  })
  return (
    <>
      <PageHeader
        title="Inbox"
        about="Replies from your contacts. You can answer freely for 24 hours after a message; afterwards WhatsApp only allows templates."
      />
      <Group mb="md">
        <Switch
          label="Unread only"
          checked={isUnreadOnly}
          onChange={(event) => setUnreadOnly(event.currentTarget.checked)}
        />
      </Group>
      <DataTable
        label="Conversations"
        columns={COLUMNS}
        list={list}
        rowKey={({ contactId }) => contactId}
        rowLink={({ contactId }) => ({ to: '/inbox/$contactId', params: { contactId } })}
        empty={
          isUnreadOnly ? (
            <EmptyState title="No unread conversations" about="New messages appear here automatically." />
          ) : (
            <EmptyState title="No conversations yet" about="Replies to your campaigns appear here automatically." />
          )
        }
      />
    </>
  )
}
