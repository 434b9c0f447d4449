import { Anchor, Group, Modal, Stack, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Subscription } from '../../../api/queries.ts'
import { signOut } from '../../../api/sign-in.ts'
import { openSupportForm } from '../../../api/support.ts'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { PayNow } from './pay-now.tsx'

const STILL_OPEN = [
  ['Wallet', '/wallet'],
  ['Invoices', '/billing/invoices'],
  ['Inbox', '/inbox'],
] as const

/** Covers every page except those that stay available while the account is frozen. */
export function FrozenOverlay({ subscription }: { subscription: Subscription }) {
  const format = useFormat()
  return (
    <Modal
      opened
      fullScreen
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title="Your account is frozen"
      styles={{ title: { fontWeight: 650, fontSize: '1.5rem' }, content: { display: 'grid', placeContent: 'center' } }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="lg" maw={560}>
        <Text>
          Your plan has been unpaid
          {subscription.pastDueAt ? ` since ${format.day(subscription.pastDueAt)}` : ''}, so messages are not sent. Your
          contacts, templates and campaigns are kept, and you still receive replies. Sending resumes when the payment is
          received.
        </Text>
        <Group gap="sm">
          <PayNow subscription={subscription} size="md" />
        </Group>
        <Group gap="lg">
          {STILL_OPEN.map(([name, path]) => (
            <Anchor key={path} component={Link} to={path as LinkProps['to']}>
              {name}
            </Anchor>
          ))}
          <Anchor component="button" type="button" onClick={() => openSupportForm()}>
            Contact support
          </Anchor>
          <Anchor component="button" type="button" onClick={() => void signOut().catch(() => undefined)}>
            Sign out
          </Anchor>
        </Group>
      </Stack>
    </Modal>
  )
}
