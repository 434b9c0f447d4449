import { lazy } from 'react'
import { ChartCard } from '../../../components/layout/chart-card.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import type { Import } from '../queries.ts'
import { resultsByImport } from './results-by-import.ts'

const ResultsChart = lazy(async () => ({ default: (await import('./results-chart.tsx')).ResultsChart }))
const HEIGHT = 240

/** Results of the last imports, as a chart. */
export function ResultsChartCard({ imports }: { imports: readonly Import[] }) {
  const format = useFormat()
  const results = resultsByImport(imports, (iso) => format.day(iso))
  if (results.length === 0) return null
  const sum = (pick: (outcome: (typeof results)[number]) => number) =>
    format.number(results.map(pick).reduce((a, b) => a + b, 0))
  return (
    <ChartCard
      title="Import results"
      about={`${results.length === 1 ? 'Last import' : `Last ${format.number(results.length)} imports`}: ${sum(({ Created }) => Created)} created, ${sum(({ Updated }) => Updated)} updated, ${sum(({ Unchanged }) => Unchanged)} unchanged, ${sum(({ Failed }) => Failed)} failed.`}
      height={HEIGHT}
      headers={['Import', 'Created', 'Updated', 'Unchanged', 'Failed']}
      rows={results.map((one) => [
        `${one.label}, ${one.fileName}`,
        ...[one.Created, one.Updated, one.Unchanged, one.Failed].map(format.number),
      ])}
    >
      <ResultsChart results={results} height={HEIGHT} />
    </ChartCard>
  )
}
