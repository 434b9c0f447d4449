import { Group, Progress } from '@mantine/core'
import { useFormat } from '../../../components/values/locale-context.tsx'
import classes from './summary-bar.module.css'

interface Part {
  name: string
  count: number
  tone: 'new' | 'existing' | 'out'
}

/** A stacked bar with a legend that also gives the counts as text. */
export function SummaryBar({ parts }: { parts: readonly Part[] }) {
  const format = useFormat()
  const whole = parts.reduce((sum, { count }) => sum + count, 0)
  if (whole === 0) return null
  return (
    <div>
      <Progress.Root size="lg" aria-hidden="true">
        {parts.map(({ name, count, tone }) => (
          <Progress.Section key={name} value={(count / whole) * 100} className={classes[tone]} />
        ))}
      </Progress.Root>
      <Group gap="md" mt={6} component="ul" m={0} p={0}>
        {parts.map(({ name, count, tone }) => (
          <li key={name} className={classes.word}>
            <span className={`${classes.swatch} ${classes[tone]}`} aria-hidden="true" />
            {format.number(count)} {name}
          </li>
        ))}
      </Group>
    </div>
  )
}
