import classes from './chart.module.css'
import type { Plot, Point, Series } from './chart-types.ts'

interface MarksProps {
  points: readonly Point[]
  series: readonly Series[]
  plot: Plot
  active: number | undefined
}

const COLUMN_WIDTH_MAX = 44
const COLUMN_SHARE = 0.68
/** A value above zero stays visible beside a much larger one. */
const HEIGHT_MIN = 2
const GAP = 1

export function Columns({ points, series, plot, active }: MarksProps) {
  const width = Math.min(COLUMN_WIDTH_MAX, plot.band * COLUMN_SHARE)
  return points.map(({ label, values }, index) => {
    let base = plot.bottom
    return (
      <g key={label} className={classes.column} data-active={active === index}>
        <rect
          className={classes.hover}
          x={plot.x(index) - plot.band / 2}
          y={plot.top}
          width={plot.band}
          height={plot.bottom - plot.top}
        />
        {series.map(({ name, tone }, order) => {
          const value = values[order] ?? 0
          if (value <= 0) return null
          const height = Math.max(HEIGHT_MIN, plot.bottom - plot.y(value))
          base -= height
          return (
            <rect
              key={name}
              data-tone={tone}
              x={plot.x(index) - width / 2}
              y={base}
              width={width}
              height={Math.max(1, height - GAP)}
              rx={Math.min(2, width / 4)}
            />
          )
        })}
      </g>
    )
  })
}

export function Lines({ points, series, plot, active }: MarksProps) {
  return (
    <>
      {active !== undefined && (
        <line className={classes.cursor} x1={plot.x(active)} x2={plot.x(active)} y1={plot.top} y2={plot.bottom} />
      )}
      {series.map(({ name, tone }, order) => {
        const at = (index: number) => [plot.x(index), plot.y(points[index]?.values[order] ?? 0)] as const
        const isShown = (index: number) => index === active || points.length === 1
        return (
          <g key={name} data-tone={tone}>
            <polyline className={classes.line} points={points.map((_, index) => at(index).join(',')).join(' ')} />
            {points.map(({ label }, index) =>
              isShown(index) ? <circle key={label} cx={at(index)[0]} cy={at(index)[1]} r={4} /> : null,
            )}
          </g>
        )
      })}
    </>
  )
}
