import { lazy } from 'react'
import { ChartCard } from '../../../components/chart-card.tsx'
import { useFormat } from '../../../components/locale-context.tsx'
import type { Import } from '../queries.ts'
import { outcomesOf } from './results-by-import.ts'

const OutcomesChart = lazy(async () => ({ default: (await import('./results-chart.tsx')).OutcomesChart }))
const HEIGHT = 240

/** Results of the last imports, as a chart. */
export function Outcomes({ imports }: { imports: readonly Import[] }) {
  const format = useFormat()
  const outcomes = outcomesOf(imports, (iso) => format.day(iso))
  if (outcomes.length === 0) return null
  const sum = (pick: (outcome: (typeof outcomes)[number]) => number) =>
    format.number(outcomes.map(pick).reduce((a, b) => a + b, 0))
  return (
    <ChartCard
      title="Import results"
      about={`${outcomes.length === 1 ? 'Last import' : `Last ${format.number(outcomes.length)} imports`}: ${sum(({ Created }) => Created)} created, ${sum(({ Updated }) => Updated)} updated, ${sum(({ Unchanged }) => Unchanged)} unchanged, ${sum(({ Failed }) => Failed)} failed.`}
      height={HEIGHT}
      headers={['Import', 'Created', 'Updated', 'Unchanged', 'Failed']}
      rows={outcomes.map((one) => [
        `${one.label}, ${one.fileName}`,
        ...[one.Created, one.Updated, one.Unchanged, one.Failed].map(format.number),
      ])}
    >
      <OutcomesChart outcomes={outcomes} height={HEIGHT} />
    </ChartCard>
  )
}
