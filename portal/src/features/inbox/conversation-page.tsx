import { Alert, Anchor, Button, Grid, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../components/feedback/loading.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { rich } from '../../components/values/rich.ts'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { type Contact, contactQuery, nameOf } from '../contacts/queries.ts'
import { type Conversation, markReadQuery, threadQuery } from './queries.ts'
import { ReplyForm } from './reply-form.tsx'
import { Thread } from './thread.tsx'

export function ConversationPage() {
  const { contactId } = useParams({ from: '/vendor/inbox/$contactId' })
  const { data: contact, error, refetch } = useQuery(contactQuery(contactId))
  if (contact) return <ConversationDetails key={contactId} contact={contact} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('Conversation')} actions={<AllConversations />} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

const AllConversations = () => (
  <Button component={Link} to="/inbox" variant="default">
    {t('All conversations')}
  </Button>
)

function ConversationDetails({ contact }: { contact: Contact }) {
  const { id, name, e164 } = contact
  const thread = useInfiniteQuery(threadQuery(id))
  const newest = thread.data?.pages[0]?.data[0]
  const read = useQuery({ ...markReadQuery(id, newest?.id ?? ''), enabled: thread.isSuccess })
  const conversation = read.data
  // A STOP arrives as a message, and the conversation is refetched with each message.
  const optedOutAt = conversation ? conversation.optedOutAt : contact.optedOutAt
  return (
    <>
      <PageHeader
        title={nameOf(contact)}
        tab={t('Conversation')}
        about={name ? e164 : undefined}
        actions={
          <>
            <AllConversations />
            <Button component={Link} to={`/contacts/${id}` as LinkProps['to']} variant="default">
              {t('View contact')}
            </Button>
          </>
        }
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            {thread.error && !thread.data && <ErrorState error={thread.error} retry={() => void thread.refetch()} />}
            {(thread.data || thread.isPending) && <Thread thread={thread} />}
            {conversation !== undefined && (
              <ReplyArea contact={contact} conversation={conversation} isOptedOut={optedOutAt !== null} />
            )}
            {conversation === undefined &&
              !thread.error &&
              (read.error ? (
                <ErrorState error={read.error} retry={() => void read.refetch()} />
              ) : (
                <Skeleton height={120} />
              ))}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <ReplyWindow conversation={conversation} optedOutAt={optedOutAt} />
        </Grid.Col>
      </Grid>
    </>
  )
}

interface ReplyAreaProps {
  contact: Contact
  /** Null if the contact has never sent a message. */
  conversation: Conversation | null
  isOptedOut: boolean
}

function ReplyArea({ contact, conversation, isOptedOut }: ReplyAreaProps) {
  if (isOptedOut)
    return (
      <Alert color="red" variant="light" title={t('This contact has opted out')}>
        {rich(
          'You cannot send replies or campaigns to this contact. If they reply START or ask you to, opt them back in on <link>the contact page</link>.',
          {
            link: (text) => (
              <Anchor component={Link} to={`/contacts/${contact.id}` as LinkProps['to']} size="sm" c="inherit">
                {text}
              </Anchor>
            ),
          },
        )}
      </Alert>
    )
  if (!conversation?.window.open) return <WindowClosed hasWritten={Boolean(conversation)} />
  return <ReplyForm contact={contact} />
}

const WindowClosed = ({ hasWritten }: { hasWritten: boolean }) => (
  <Alert
    color="yellow"
    variant="light"
    title={hasWritten ? t('Reply window closed') : t('No messages from this contact yet')}
  >
    {hasWritten ? `${t('Their last message is more than 24 hours old.')} ` : ''}
    {rich(
      'WhatsApp only allows approved templates now. Send <link>a campaign</link> to a contact list that includes them, or view <link2>your templates</link2>. You can reply freely again when they send a message.',
      {
        link: (text) => (
          <Anchor component={Link} to={'/campaigns' as LinkProps['to']} size="sm" c="inherit">
            {text}
          </Anchor>
        ),
        link2: (text) => (
          <Anchor component={Link} to="/templates" size="sm" c="inherit">
            {text}
          </Anchor>
        ),
      },
    )}
  </Alert>
)

interface ReplyWindowProps {
  conversation: Conversation | null | undefined
  optedOutAt: string | null
}

function ReplyWindow({ conversation, optedOutAt }: ReplyWindowProps) {
  const isOpen = conversation?.window.open ?? false
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Reply window')}>
      <Title order={2} size="h4" mb={4}>
        {t('Reply window')}
      </Title>
      {optedOutAt ? (
        <>
          <StatusDot tone="error">{t('Opted out')}</StatusDot>
          <Text size="sm" c="dimmed" mt="xs">
            {rich('Since {time}', { time: <RelativeTime at={optedOutAt} /> })}
          </Text>
        </>
      ) : isOpen && conversation ? (
        <>
          <StatusDot tone="success">{t('Open')}</StatusDot>
          <Text size="sm" c="dimmed" mt="xs">
            {rich('You can reply freely. Closes {time}, 24 hours after their last message.', {
              time: <RelativeTime at={conversation.window.closesAt} />,
            })}
          </Text>
        </>
      ) : (
        <>
          <StatusDot tone="neutral">{t('Templates only')}</StatusDot>
          <Text size="sm" c="dimmed" mt="xs">
            {conversation
              ? rich('Closed {time}', { time: <RelativeTime at={conversation.window.closesAt} /> })
              : t('Opens for 24 hours when they send you a message.')}
          </Text>
        </>
      )}
    </Paper>
  )
}
