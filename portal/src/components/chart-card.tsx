import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import classes from './chart-card.module.css'

interface ChartFrameProps {
  title: string
  /** A one-line summary of the data. */
  about: ReactNode
  /** The lazily loaded chart; omitted if there is no data. */
  children: ReactNode
  height: number
  /** The data as a table, for screen readers and copying. */
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A chart with a text summary and its data as a table. The height is reserved to avoid layout shifts. */
export const ChartFrame = ({ title, about, children, ...chart }: ChartFrameProps) => (
  <Paper withBorder p="md" component="section" aria-label={title}>
    <Title order={2} size="h4">
      {title}
    </Title>
    <Text component="div" size="sm" c="dimmed">
      {about}
    </Text>
    {children && <Drawn title={title} chart={children} {...chart} />}
  </Paper>
)

interface DrawnProps extends Pick<ChartFrameProps, 'title' | 'height' | 'heads' | 'rows'> {
  chart: ReactNode
}

const Drawn = ({ title, chart, height, heads, rows }: DrawnProps) => (
  <>
    <div aria-hidden="true" className={classes.chart} style={{ height }}>
      <Suspense fallback={<Skeleton height={height} />}>{chart}</Suspense>
    </div>
    <details className={classes.figures}>
      <summary>View data as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll */}
      <section className={classes.scroll} tabIndex={0} aria-label={`${title}: data`}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((cell, index) => (
                  <td key={heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  </>
)
