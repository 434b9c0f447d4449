import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { t } from '../../format/translate.ts'
import classes from './chart-card.module.css'

interface ChartCardProps {
  title: string
  /** A one-line summary of the data. */
  about: ReactNode
  /** The lazily loaded chart; omitted if there is too little data for one. */
  children: ReactNode
  height: number
  /** The data as a table, for screen readers and copying. */
  headers: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A chart with a text summary and its data as a table. The height is reserved to avoid layout shifts. */
export const ChartCard = ({ title, about, children, ...chart }: ChartCardProps) => (
  <Paper withBorder p="md" component="section" aria-label={title}>
    <Title order={2} size="h4">
      {title}
    </Title>
    <Text component="div" size="sm" c="dimmed">
      {about}
    </Text>
    {children && <ChartWithTable title={title} chart={children} {...chart} />}
  </Paper>
)

interface ChartWithTableProps extends Pick<ChartCardProps, 'title' | 'height' | 'headers' | 'rows'> {
  chart: ReactNode
}

const ChartWithTable = ({ title, chart, height, headers, rows }: ChartWithTableProps) => (
  <>
    <div className={classes.chart} style={{ minHeight: height }}>
      <Suspense fallback={<Skeleton height={height} />}>{chart}</Suspense>
    </div>
    <details className={classes.figures}>
      <summary>{t('View data as table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('{title}: data', { title })}>
        <table>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest], row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places, and two may have the same heading
              <tr key={row}>
                <th scope="row">{first}</th>
                {rest.map((cell, index) => (
                  <td key={headers[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  </>
)
