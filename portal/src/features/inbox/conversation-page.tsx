import { Alert, Anchor, Button, Grid, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import { ErrorState } from '../../components/error-state.tsx'
import { LoadingPage } from '../../components/loading.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { When } from '../../components/when.tsx'
import { type Contact, contactQuery, nameOf } from '../contacts/queries.ts'
import { type Conversation, readQuery, threadQuery } from './queries.ts'
import { ReplyForm } from './reply-form.tsx'
import { Thread } from './thread.tsx'

export function ConversationPage() {
  const { contactId } = useParams({ from: '/vendor/inbox/$contactId' })
  const { data: contact, error, refetch } = useQuery(contactQuery(contactId))
  if (contact) return <Talk key={contactId} contact={contact} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title="Conversation" actions={<AllConversations />} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

const AllConversations = () => (
  <Button component={Link} to="/inbox" variant="default">
    All conversations
  </Button>
)

function Talk({ contact }: { contact: Contact }) {
  const { id, name, e164 } = contact
  const thread = useInfiniteQuery(threadQuery(id))
  const newest = thread.data?.pages[0]?.data[0]
  const { data: conversation } = useQuery({ ...readQuery(id, newest?.id ?? ''), enabled: thread.isSuccess })
  // A STOP comes as a message, and with each message the conversation is known anew.
  const optedOutAt = conversation ? conversation.optedOutAt : contact.optedOutAt
  return (
    <>
      <PageHeader
        title={nameOf(contact)}
        tab="Conversation"
        about={name ? e164 : undefined}
        actions={
          <>
            <AllConversations />
            <Button component={Link} to={`/contacts/${id}` as LinkProps['to']} variant="default">
              Open the contact
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
              <Answer contact={contact} conversation={conversation} isOptedOut={optedOutAt !== null} />
            )}
            {conversation === undefined && !thread.error && <Skeleton height={120} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Standing conversation={conversation} optedOutAt={optedOutAt} />
        </Grid.Col>
      </Grid>
    </>
  )
}

interface AnswerProps {
  contact: Contact
  /** Null: this person has never written. */
  conversation: Conversation | null
  isOptedOut: boolean
}

function Answer({ contact, conversation, isOptedOut }: AnswerProps) {
  if (isOptedOut)
    return (
      <Alert color="red" variant="light" title="They want no more messages">
        Nothing can be sent to this person, neither a reply nor a campaign. When they write START, or ask you to, they
        can be opted in again on{' '}
        <Anchor component={Link} to={`/contacts/${contact.id}` as LinkProps['to']} size="sm" c="inherit">
          the contact’s page
        </Anchor>
        .
      </Alert>
    )
  if (!conversation?.window.open) return <Closed hasWritten={Boolean(conversation)} />
  return <ReplyForm contact={contact} />
}

const Closed = ({ hasWritten }: { hasWritten: boolean }) => (
  <Alert color="yellow" variant="light" title={hasWritten ? 'The time to reply is over' : 'They have not written yet'}>
    {hasWritten ? 'They wrote last more than 24 hours ago. ' : ''}WhatsApp lets you write to them with an approved
    template only. Send it as{' '}
    <Anchor component={Link} to={'/campaigns' as LinkProps['to']} size="sm" c="inherit">
      a campaign
    </Anchor>{' '}
    to a list that they are in, or look at{' '}
    <Anchor component={Link} to="/templates" size="sm" c="inherit">
      your templates
    </Anchor>
    . As soon as they write back you may reply freely again.
  </Alert>
)

interface StandingProps {
  conversation: Conversation | null | undefined
  optedOutAt: string | null
}

function Standing({ conversation, optedOutAt }: StandingProps) {
  const isOpen = conversation?.window.open ?? false
  return (
    <Paper withBorder p="md" component="section" aria-label="What is possible">
      <Title order={2} size="h4" mb={4}>
        Replying
      </Title>
      {optedOutAt ? (
        <>
          <StatusDot tone="wrong">Opted out</StatusDot>
          <Text size="sm" c="dimmed" mt="xs">
            Since <When at={optedOutAt} />.
          </Text>
        </>
      ) : isOpen && conversation ? (
        <>
          <StatusDot tone="good">Open</StatusDot>
          <Text size="sm" c="dimmed" mt="xs">
            You may write freely. It closes <When at={conversation.window.closesAt} />, 24 hours after they wrote last.
          </Text>
        </>
      ) : (
        <>
          <StatusDot tone="calm">Templates only</StatusDot>
          <Text size="sm" c="dimmed" mt="xs">
            {conversation ? (
              <>
                It closed <When at={conversation.window.closesAt} />.
              </>
            ) : (
              'It opens for 24 hours when they write to you.'
            )}
          </Text>
        </>
      )}
    </Paper>
  )
}
