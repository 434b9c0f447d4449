import { Anchor, Group, Modal, Stack, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Subscription } from '../../../api/queries.ts'
import { signOut } from '../../../api/sign-in/sign-in.ts'
import { openSupportForm } from '../../../api/state/support.ts'
import { Brand } from '../../../components/brand/brand.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { PayNow } from './pay-now.tsx'

const STILL_OPEN = [
  [t('Wallet'), '/wallet'],
  [t('Invoices'), '/billing/invoices'],
  [t('Inbox'), '/inbox'],
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
      title={
        <Stack gap="xl">
          <Brand />
          {t('Your account is frozen')}
        </Stack>
      }
      styles={{ title: { fontWeight: 650, fontSize: '1.5rem' }, content: { display: 'grid', placeContent: 'center' } }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="lg" maw={560}>
        <Text>
          {t(
            'Your plan has been unpaid{detail}, so messages are not sent. Your contacts, templates and campaigns are kept, and you still receive replies. Sending resumes when the payment is received.',
            {
              detail: subscription.pastDueAt
                ? ` ${t('since {pastDueAt}', { pastDueAt: format.day(subscription.pastDueAt) })}`
                : '',
            },
          )}
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
            {t('Contact support')}
          </Anchor>
          <Anchor component="button" type="button" onClick={() => void signOut().catch(() => undefined)}>
            {t('Sign out')}
          </Anchor>
        </Group>
      </Stack>
    </Modal>
  )
}
