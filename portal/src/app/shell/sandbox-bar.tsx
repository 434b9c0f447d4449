import { Anchor } from '@mantine/core'
import { pageSettings } from '../../api/page-settings.ts'
import { t } from '../../format/translate.ts'
import classes from './sandbox-bar.module.css'

export const SANDBOX_BAR_HEIGHT = pageSettings.sandboxUrl ? 28 : 0

/** Marks the sandbox and links to its emails, payments and clock. */
export function SandboxBar() {
  const url = pageSettings.sandboxUrl
  if (!url) return null
  return (
    <aside className={classes.bar} aria-label={t('Sandbox')}>
      <span>
        <strong>{t('Sandbox')}</strong>
        <span className={classes.more}>{t(': no real messages or payments')}</span>
      </span>
      <Anchor href={`${url}/inbox`} target="_blank" rel="noreferrer" underline="always">
        {t('Emails')}
      </Anchor>
      <Anchor href={`${url}/checkout`} target="_blank" rel="noreferrer" underline="always">
        {t('Payments')}
      </Anchor>
      <Anchor href={url} target="_blank" rel="noreferrer" underline="always">
        {t('Clock')}
      </Anchor>
    </aside>
  )
}
