import { ColumnChart } from '../../../components/chart/lazy-charts.ts'
import { ChartCard } from '../../../components/layout/chart-card.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import type { Import } from '../queries.ts'
import { resultsByImport } from './results-by-import.ts'

const SERIES = [
  { name: t('Created'), tone: 'main' },
  { name: t('Updated'), tone: 'second' },
  { name: t('Unchanged'), tone: 'muted' },
  { name: t('Failed'), tone: 'bad' },
] as const
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
      title={t('Import results')}
      about={t('{detail}: {sum} created, {sum2} updated, {sum3} unchanged, {sum4} failed.', {
        detail:
          results.length === 1 ? t('Last import') : t('Last {count} imports', { count: format.number(results.length) }),
        sum: sum(({ Created }) => Created),
        sum2: sum(({ Updated }) => Updated),
        sum3: sum(({ Unchanged }) => Unchanged),
        sum4: sum(({ Failed }) => Failed),
      })}
      height={HEIGHT}
      headers={[t('Import'), t('Created'), t('Updated'), t('Unchanged'), t('Failed')]}
      rows={results.map((one) => [
        `${one.label}, ${one.fileName}`,
        ...[one.Created, one.Updated, one.Unchanged, one.Failed].map(format.number),
      ])}
    >
      {results.length > 1 && (
        <ColumnChart
          label={t('Import results')}
          height={HEIGHT}
          format={format.number}
          series={SERIES}
          points={results.map((one) => ({
            label: one.label,
            title: `${one.label}, ${one.fileName}`,
            values: [one.Created, one.Updated, one.Unchanged, one.Failed],
          }))}
        />
      )}
    </ChartCard>
  )
}
