import { Tooltip } from '@mantine/core'
import { useState } from 'react'
import classes from './clamp.module.css'

/** Text on one line. If it does not fit, it ends with an ellipsis and a tooltip shows all of it. */
export function Clamp({ children }: { children: string }) {
  const [isShown, setShown] = useState(false)
  const text = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tooltip repeats text that screen readers read anyway
    <span
      className={classes.clamp}
      data-clamp
      onMouseEnter={({ currentTarget }) => setShown(isCut(currentTarget))}
      onMouseLeave={() => setShown(false)}
    >
      {children}
    </span>
  )
  // Mounted only when it is needed, because a page has hundreds of cells.
  if (!isShown) return text
  return (
    <Tooltip label={children} opened multiline maw="min(28rem, 90vw)" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Tooltip>
  )
}

const isCut = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth
