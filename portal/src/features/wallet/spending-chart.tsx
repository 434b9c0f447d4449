import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { formatMoney } from '../../format/money.ts'

interface SpendingChartProps {
  days: { day: string; Spent: number }[]
  currency: string
  height: number
}

export const SpendingChart = ({ days, currency, height }: SpendingChartProps) => (
  <BarChart
    h={height}
    data={days}
    dataKey="day"
    series={[{ name: 'Spent', color: 'teal.6' }]}
    valueFormatter={(minorUnits) => formatMoney(minorUnits, currency)}
    yAxisProps={{ width: 90 }}
    xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
    withBarValueLabel={false}
    tickLine="none"
    accessibilityLayer={false}
  />
)
