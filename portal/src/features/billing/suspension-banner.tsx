import { Button, Group, Text } from '@mantine/core'
import type { Vendor } from '../../api/queries.ts'
import { openSupportForm } from '../../api/support.ts'
import classes from './plan/overdue-banner.module.css'

/** Tells a suspended vendor why nothing is sent, and what still works. */
export const SuspensionBanner = ({ suspension }: { suspension: NonNullable<Vendor['suspension']> }) => (
  <Group className={classes.banner} data-tone="frozen" gap="md" role="status">
    <Text size="sm" flex="1 1 18rem">
      <strong>Your account is suspended, so nothing is sent.</strong> You can still read, pay and export your data.
      Reason: {suspension.reason}
    </Text>
    <Group gap="sm">
      <Button size="xs" color="dark" onClick={() => openSupportForm()}>
        Contact support
      </Button>
    </Group>
  </Group>
)
