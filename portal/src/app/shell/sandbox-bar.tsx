import { Anchor } from '@mantine/core'
import { pageSettings } from '../../api/page-settings.ts'
import classes from './sandbox-bar.module.css'

export const SANDBOX_BAR_HEIGHT = pageSettings.sandboxUrl ? 28 : 0

/** Marks the sandbox and links to its emails, payments and clock. */
export function SandboxBar() {
  const url = pageSettings.sandboxUrl
  if (!url) return null
  return (
    <aside className={classes.bar} aria-label="Sandbox">
      <span>
        <strong>Sandbox</strong>
        <span className={classes.more}>: no real messages or payments</span>
      </span>
      <Anchor href={`${url}/inbox`} target="_blank" rel="noreferrer" underline="always">
        Emails
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
