import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import classes from './chart-frame.module.css'

interface ChartFrameProps {
  /** The question it answers. */
  title: string
  /** The answer in one sentence. */
  about: ReactNode
  /** The chart, lazily loaded; nothing where there is nothing to draw yet. */
  children: ReactNode
  height: number
  /** The same figures, for those who hear the page or copy them: heads, then rows. */
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A chart beside its figures: nothing jumps while it loads, and nobody needs to see it. */
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
      <summary>Figures as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who cannot use a mouse scrolls it by the keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={`${title}: figures`}>
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
