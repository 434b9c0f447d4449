import classes from './status-dot.module.css'

export type Tone = 'good' | 'wait' | 'wrong' | 'calm'

/** A state as a word with a dot; the word alone says it, the colour only helps to find it. */
export const StatusDot = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={classes.status} data-tone={tone}>
    {children}
  </span>
)
