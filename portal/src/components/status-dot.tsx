import classes from './status-dot.module.css'

export type Tone = 'good' | 'wait' | 'wrong' | 'calm'

interface DotProps {
  tone: Tone
  children: string
  /** For more than a word or two. */
  wraps?: boolean
}

/** A state as a word with a dot; the word alone says it, the colour only helps to find it. */
export const StatusDot = ({ tone, children, wraps = false }: DotProps) => (
  <span className={classes.status} data-tone={tone} data-wraps={wraps}>
    {children}
  </span>
)
