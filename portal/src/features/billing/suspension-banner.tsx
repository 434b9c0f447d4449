import { Button, Group, Text } from '@mantine/core'
import type { Vendor } from '../../api/queries.ts'
import { openSupportForm } from '../../api/state/support.ts'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'
import classes from './plan/overdue-banner.module.css'

/** Tells a suspended vendor why nothing is sent, and what still works. */
export const SuspensionBanner = ({ suspension }: { suspension: NonNullable<Vendor['suspension']> }) => (
  <Group className={classes.banner} data-tone="frozen" gap="md" role="status">
    <Text size="sm" flex="1 1 18rem">
      {rich(
        '<b>Your account is suspended, so nothing is sent.</b> You can still read, pay and export your data. Reason: {reason}',
        { b: (text) => <strong>{text}</strong>, reason: suspension.reason },
      )}
    </Text>
    <Group gap="sm">
      <Button size="xs" color="dark" onClick={() => openSupportForm()}>
        {t('Contact support')}
      </Button>
    </Group>
  </Group>
)
