import { Anchor, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Page } from '../../api/types.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { MessageText } from '../../components/message/message-text.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t, translateServerText } from '../../format/translate.ts'
import { deliveryStatus, KIND_LABELS, mediaLabel } from './display-names.ts'
import type { Message } from './queries.ts'
import classes from './thread.module.css'

type ThreadResult = UseInfiniteQueryResult<InfiniteData<Page<Message>>>

/** The messages of a conversation, scrolled to the newest. */
export function Thread({ thread }: { thread: ThreadResult }) {
  const frame = useRef<HTMLElement>(null)
  const messages = thread.data?.pages.flatMap(({ data }) => data).reverse() ?? []
  const newestId = messages.at(-1)?.id
  useEffect(() => {
    if (newestId) frame.current?.scrollTo({ top: frame.current.scrollHeight })
  }, [newestId])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll
    <section ref={frame} className={classes.thread} role="log" aria-label={t('Messages')} tabIndex={0}>
      {thread.isPending && <LoadingMessages />}
      {thread.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            size="xs"
            loading={thread.isFetchingNextPage}
            onClick={() => void thread.fetchNextPage()}
          >
            {t('Load earlier messages')}
          </Button>
        </Group>
      )}
      {thread.data && messages.length === 0 && (
        <EmptyState
          title={t('No messages yet')}
          about={t('Messages from this contact and your replies appear here.')}
        />
      )}
      {messages.map((message) => (
        <Bubble key={message.id} message={message} />
      ))}
    </section>
  )
}

const LoadingMessages = () => (
  <Stack gap="sm" role="status">
    <VisuallyHidden>{t('Loading')}</VisuallyHidden>
    <Skeleton height={56} width="60%" />
    <Skeleton height={56} width="50%" ml="auto" />
    <Skeleton height={56} width="55%" />
  </Stack>
)

function Bubble({ message }: { message: Message }) {
  const { kind, at, errorReason, campaignId } = message
  const progress = deliveryStatus(message)
  return (
    <article className={classes.bubble} data-ours={kind !== 'INBOUND'}>
      <Text size="xs" c="dimmed" mb={2}>
        {campaignId ? (
          <Anchor component={Link} to={`/campaigns/${campaignId}` as LinkProps['to']} size="xs">
            {KIND_LABELS[kind]}
          </Anchor>
        ) : (
          KIND_LABELS[kind]
        )}{' '}
        · <RelativeTime at={at} />
      </Text>
      <MessageContent message={message} />
      {progress && (
        <Text component="div" size="xs" mt={4}>
          <StatusDot tone={progress.tone}>{progress.name}</StatusDot>
        </Text>
      )}
      {errorReason && (
        <Text size="xs" c="dimmed">
          {translateServerText(errorReason)}
        </Text>
      )}
    </article>
  )
}

function MessageContent({ message }: { message: Message }) {
  const { text, media, location } = message
  return (
    <>
      {(!text || media || location) && (
        <Text size="sm" fs="italic">
          {describeContent(message)}
        </Text>
      )}
      {text && <MessageText text={text} />}
    </>
  )
}

function describeContent({ type, media, location }: Message) {
  const kind = mediaLabel(type)
  if (media)
    return media.filename
      ? t('{kind}: {fileName}. Media files are not downloaded.', { kind, fileName: media.filename })
      : t('{kind}. Media files are not downloaded.', { kind })
  return location ? `${kind}: ${location.latitude}, ${location.longitude}` : kind
}
