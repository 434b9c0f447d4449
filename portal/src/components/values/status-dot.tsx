import classes from './status-dot.module.css'

export type Tone = 'success' | 'pending' | 'error' | 'neutral'

interface DotProps {
  tone: Tone
  children: string
  /** Allows line breaks, for longer texts. */
  wraps?: boolean
}

/** A status label with a coloured dot. The text carries the meaning; the colour only supports it. */
export const StatusDot = ({ tone, children, wraps = false }: DotProps) => (
  <span className={classes.status} data-tone={tone} data-wraps={wraps}>
    {children}
  </span>
)
