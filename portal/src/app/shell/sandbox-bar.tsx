import { Anchor } from '@mantine/core'
import { pageSettings } from '../../api/page-settings.ts'
import classes from './sandbox-bar.module.css'

export const SANDBOX_BAR_HEIGHT = pageSettings.sandboxUrl ? 28 : 0

/** Says that nothing here is real, and where the mails and payments of this pretended world are. */
export function SandboxBar() {
  const url = pageSettings.sandboxUrl
  if (!url) return null
  return (
    <aside className={classes.bar} aria-label="Sandbox">
      <span>
        <strong>Sandbox</strong>
        <span className={classes.more}>: no real messages, no real money</span>
      </span>
      <Anchor href={`${url}/inbox`} target="_blank" rel="noreferrer" underline="always">
        Mails
      </Anchor>
      <Anchor href={`${url}/checkout`} target="_blank" rel="noreferrer" underline="always">
        Payments
      </Anchor>
      <Anchor href={url} target="_blank" rel="noreferrer" underline="always">
        Clock
      </Anchor>
    </aside>
  )
}
