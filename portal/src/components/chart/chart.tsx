import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../format/translate.ts'
import classes from './chart.module.css'
import type { ChartProps, Plot, Point, Series } from './chart-types.ts'
import { Columns, Lines } from './marks.tsx'
import { labelIndexes, ticksUpTo } from './scale.ts'

const TICK_HEIGHT = 24
const TOP = 8
const DIGIT_WIDTH = 7.2
const LABEL_GAP = 14

/** Stacked columns. */
export const ColumnChart = (props: ChartProps) => (
  <Chart {...props} isStacked>
    {(plot, active) => <Columns points={props.points} series={props.series} plot={plot} active={active} />}
  </Chart>
)

/** One line for each series. */
export const LineChart = (props: ChartProps) => (
  <Chart {...props} isStacked={false}>
    {(plot, active) => <Lines points={props.points} series={props.series} plot={plot} active={active} />}
  </Chart>
)

interface FrameProps extends ChartProps {
  isStacked: boolean
  children: (plot: Plot, active: number | undefined) => ReactNode
}

/**
 * Axes, legend and tooltip. It is a slider over its points: arrow keys move along them, and screen readers announce all
 * values of the current point.
 */
function Chart({ label, points, series, height, format, formatTick = format, isStacked, children }: FrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [active, setActive] = useState<number>()
  const hint = useId()
  const tops = points.map(({ values }) =>
    isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values),
  )
  const ticks = ticksUpTo(Math.max(0, ...tops))
  const labelWidth = labelWidthOf(points)
  const plot = plotOf({ width, height, count: points.length, ticks, formatTick, isStacked, labelWidth })
  const last = points.length - 1
  const current = active === undefined ? undefined : points[active]
  return (
    <div className={classes.chart}>
      {series.length > 1 && <Legend series={series} isLine={!isStacked} />}
      <div
        ref={box}
        className={classes.box}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={hint}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(active ?? last) + 1}
        aria-valuetext={textOf(points[active ?? last], series, format)}
        onFocus={() => setActive(active ?? last)}
        onBlur={() => setActive(undefined)}
        onKeyDown={(event) => setActive(movedBy(event, active ?? last, last))}
        onPointerMove={(event) => setActive(indexAt(event, plot, last, isStacked))}
        onPointerLeave={() => setActive(undefined)}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <Axes ticks={ticks} plot={plot} points={points} formatTick={formatTick} />
            {children(plot, active)}
          </svg>
        )}
        {current && active !== undefined && (
          <div className={classes.tooltip} data-side={plot.x(active) > width / 2 ? 'left' : 'right'} aria-hidden="true">
            <Anchored at={plot.x(active)}>
              <strong>{current.title ?? current.label}</strong>
              {series.map(({ name, tone }, index) => (
                <span key={name} className={classes.value} data-tone={tone}>
                  <span>{name}</span>
                  <span>{format(current.values[index] ?? 0)}</span>
                </span>
              ))}
            </Anchored>
          </div>
        )}
      </div>
      <span id={hint} hidden>
        {t('Use the arrow keys to read the values.')}
      </span>
    </div>
  )
}

const Anchored = ({ at, children }: { at: number; children: ReactNode }) => (
  <div className={classes.tip} style={{ '--at': `${at}px` } as React.CSSProperties}>
    {children}
  </div>
)

const Legend = ({ series, isLine }: { series: readonly Series[]; isLine: boolean }) => (
  <ul className={classes.legend} aria-hidden="true">
    {series.map(({ name, tone }) => (
      <li key={name} data-tone={tone} data-line={isLine}>
        {name}
      </li>
    ))}
  </ul>
)

interface AxesProps extends Pick<ChartProps, 'points'> {
  ticks: readonly number[]
  plot: Plot
  formatTick: (value: number) => string
}

function Axes({ ticks, plot, points, formatTick }: AxesProps) {
  const labelWidth = labelWidthOf(points)
  const spacing = points.length > 1 ? Math.abs(plot.x(1) - plot.x(0)) : plot.right - plot.left
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick} className={classes.tick}>
          <line x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} data-zero={tick === 0} />
          <text x={plot.left - 8} y={plot.y(tick)} dy="0.32em" textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {labelIndexes(points.length, spacing, labelWidth).map((index) => (
        <text
          key={points[index]?.label}
          className={classes.label}
          x={plot.x(index)}
          y={plot.bottom + TICK_HEIGHT - 6}
          textAnchor="middle"
        >
          {points[index]?.label}
        </text>
      ))}
    </>
  )
}

const labelWidthOf = (points: ChartProps['points']) =>
  Math.max(0, ...points.map(({ label }) => label.length)) * DIGIT_WIDTH + LABEL_GAP

interface PlotInput {
  width: number
  height: number
  count: number
  ticks: readonly number[]
  formatTick: (value: number) => string
  isStacked: boolean
  labelWidth: number
}

function plotOf({ width, height, count, ticks, formatTick, isStacked, labelWidth }: PlotInput): Plot {
  const left = Math.max(...ticks.map((tick) => formatTick(tick).length)) * DIGIT_WIDTH + 12
  // The last point of a line stands at the edge, so its label needs room beside it.
  const edge = isStacked ? 4 : labelWidth / 2
  const [right, top, bottom] = [Math.max(left + 1, width - edge), TOP, height - TICK_HEIGHT]
  const highest = ticks.at(-1) ?? 1
  const band = (right - left) / Math.max(1, count)
  const gap = count > 1 ? (right - left) / (count - 1) : 0
  return {
    ...{ left, right, top, bottom, band },
    x: (index) => (isStacked ? left + band * (index + 0.5) : left + gap * index),
    y: (value) => bottom - ((bottom - top) * value) / highest,
  }
}

function indexAt({ clientX, currentTarget }: PointerEvent, plot: Plot, last: number, isStacked: boolean) {
  const x = clientX - currentTarget.getBoundingClientRect().left
  const share = (x - plot.left) / Math.max(1, plot.right - plot.left)
  const index = isStacked ? Math.floor(share * (last + 1)) : Math.round(share * last)
  return Math.min(last, Math.max(0, index))
}

function movedBy(event: KeyboardEvent, from: number, last: number) {
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
  if (to === undefined) return event.key === 'Escape' ? undefined : from
  event.preventDefault()
  return Math.min(last, Math.max(0, to))
}

const textOf = (point: Point | undefined, series: readonly Series[], format: (value: number) => string) =>
  point &&
  `${point.title ?? point.label}: ${series.map(({ name }, index) => `${name} ${format(point.values[index] ?? 0)}`).join(', ')}`

function useWidth(box: React.RefObject<HTMLDivElement | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}
