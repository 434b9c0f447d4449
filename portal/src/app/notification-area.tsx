import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where messages about finished actions appear. The pages outside show none, so its script is not theirs. */
export const NotificationArea = () => <Notifications position="bottom-right" />
