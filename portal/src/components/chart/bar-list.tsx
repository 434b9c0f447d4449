import { useFormat } from '../values/locale-context.tsx'
import classes from './chart.module.css'
import type { SeriesTone } from './chart-types.ts'

interface Bar {
  name: string
  count: number
  tone: SeriesTone
}

/** Horizontal bars with their counts and shares as text, so that it needs no tooltip. */
export function BarList({ bars, total }: { bars: readonly Bar[]; total: number }) {
  const format = useFormat()
  const share = (count: number) => (total > 0 ? (100 * count) / total : 0)
  return (
    <ul className={`${classes.chart} ${classes.bars}`}>
      {bars.map(({ name, count, tone }) => (
        <li key={name} data-tone={tone}>
          <span>{name}</span>
          <span className={classes.track} aria-hidden="true">
            <span
              className={classes.fill}
              data-empty={count === 0}
              style={{ display: 'block', width: `${share(count)}%` }}
            />
          </span>
          <span className={classes.figure}>
            <strong>{format.number(count)}</strong> <span>{Math.round(share(count))}%</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
