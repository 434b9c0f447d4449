import { Anchor, Button, Group, Popover, ScrollArea, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { type Notifications, notificationsQuery } from '../../api/queries.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../components/feedback/loading.tsx'
import { BellIcon } from '../../components/icons.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t, translateServerText } from '../../format/translate.ts'
import classes from './notification-centre.module.css'

type Notification = Notifications['data'][number]
const QUERY_KEY = ['notifications']

/** The bell with the unread count, and a popover with the latest notifications. */
export function NotificationCentre() {
  const [opened, { toggle, close }] = useDisclosure()
  const { data, error, refetch } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  const readAll = useApiMutation(() => api.post('/notifications/read-all'), { invalidates: [QUERY_KEY] })
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={380} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={toggle} leftSection={<BellIcon />}>
          <span className="desktop-only-text">{t('Notifications')}</span>
          {unread > 0 && (
            <>
              <span className={classes.count}>{unread > 99 ? '99+' : unread}</span>
              <VisuallyHidden>{t('unread')}</VisuallyHidden>
            </>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.dropdown} aria-label={t('Notifications')}>
        <Group justify="space-between" p="sm" className={classes.head}>
          <Text fw={600}>{t('Notifications')}</Text>
          {unread > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              loading={readAll.isPending}
              onClick={() => readAll.mutate(undefined)}
            >
              {t('Mark all as read')}
            </Button>
          )}
        </Group>
        <ScrollArea.Autosize mah="min(28rem, 70dvh)">
          {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
          {!data && !error && <LoadingLines />}
          {data?.data.length === 0 && (
            <Text c="dimmed" size="sm" p="md">
              {t('No notifications yet. You are notified here and by email about invoices, low balance and campaigns.')}
            </Text>
          )}
          {data?.data.map((notification) => (
            <NotificationLine key={notification.id} notification={notification} onOpen={close} />
          ))}
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}

function NotificationLine({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const read = useApiMutation(() => api.post(`/notifications/${notification.id}/read`), { invalidates: [QUERY_KEY] })
  return (
    <Stack gap={2} className={classes.notification} data-unread={notification.readAt === null}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Text size="sm" fw={notification.readAt === null ? 650 : 500}>
          {translateServerText(notification.title)}
        </Text>
        <Text size="xs" c="dimmed" className={classes.when}>
          <RelativeTime at={notification.createdAt} />
        </Text>
      </Group>
      <Text size="sm" c="dimmed" lineClamp={3}>
        {notification.body}
      </Text>
      <Group gap="md">
        <Anchor
          component={Link}
          to={notification.action.path as LinkProps['to']}
          size="sm"
          onClick={() => {
            onOpen()
            if (notification.readAt === null) read.mutate(undefined)
          }}
        >
          {translateServerText(notification.action.label)}
        </Anchor>
        {notification.readAt === null && (
          <Anchor component="button" type="button" size="sm" c="dimmed" onClick={() => read.mutate(undefined)}>
            {t('Mark as read')}
          </Anchor>
        )}
      </Group>
    </Stack>
  )
}
