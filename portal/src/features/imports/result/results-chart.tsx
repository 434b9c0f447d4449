import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useFormat } from '../../../components/values/locale-context.tsx'
import type { ImportResultCounts } from './results-by-import.ts'

const SERIES = [
  { name: 'Created', color: 'teal.6' },
  { name: 'Updated', color: 'blue.5' },
  { name: 'Unchanged', color: 'gray.5' },
  { name: 'Failed', color: 'red.6' },
]

export function ResultsChart({ results, height }: { results: ImportResultCounts[]; height: number }) {
  const format = useFormat()
  return (
    <BarChart
      h={height}
      data={results}
      dataKey="label"
      type="stacked"
      series={SERIES}
      valueFormatter={format.number}
      withLegend
      maxBarWidth={56}
      xAxisProps={{ minTickGap: 24 }}
      tickLine="none"
      accessibilityLayer={false}
    />
  )
}
