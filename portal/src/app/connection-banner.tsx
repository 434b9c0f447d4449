import { Button, Group, Text } from '@mantine/core'
import { checkConnection, connection } from '../api/state/connection.ts'
import { useStore } from '../api/state/store.ts'
import { t } from '../format/translate.ts'
import classes from './connection-banner.module.css'

export function ConnectionBanner() {
  const isLost = useStore(connection) === 'lost'
  return (
    <div aria-live="assertive" className={classes.region}>
      {isLost && (
        <Group className={classes.banner} gap="sm" justify="center">
          <Text size="sm">{t('Connection lost. Your input is kept, and we keep trying to reconnect.')}</Text>
          <Button size="compact-xs" variant="white" color="dark" onClick={() => void checkConnection()}>
            {t('Retry now')}
          </Button>
        </Group>
      )}
    </div>
  )
}
