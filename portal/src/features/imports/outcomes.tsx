import { lazy } from 'react'
import { ChartFrame } from '../../components/chart-frame.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { outcomesOf } from './outcomes-of.ts'
import type { Import } from './queries.ts'

const OutcomesChart = lazy(async () => ({ default: (await import('./outcomes-chart.tsx')).OutcomesChart }))
const HEIGHT = 240

/** What became of the rows of the last imports: are the files getting better? */
export function Outcomes({ imports }: { imports: readonly Import[] }) {
  const format = useFormat()
  const outcomes = outcomesOf(imports, (iso) => format.day(iso))
  if (outcomes.length === 0) return null
  const sum = (pick: (outcome: (typeof outcomes)[number]) => number) =>
    format.count(outcomes.map(pick).reduce((a, b) => a + b, 0))
  return (
    <ChartFrame
      title="What became of your imports"
      about={`${outcomes.length === 1 ? 'Your last import' : `Your last ${format.count(outcomes.length)} imports`}: ${sum(({ Added }) => Added)} added, ${sum(({ Changed }) => Changed)} changed, ${sum((one) => one['As they were'])} as they were, ${sum((one) => one['Left out'])} left out.`}
      height={HEIGHT}
      heads={['Import', 'Added', 'Changed', 'As they were', 'Left out']}
      rows={outcomes.map((one) => [
        `${one.label}, ${one.fileName}`,
        ...[one.Added, one.Changed, one['As they were'], one['Left out']].map(format.count),
      ])}
    >
      <OutcomesChart outcomes={outcomes} height={HEIGHT} />
    </ChartFrame>
  )
}
