import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { formatMoney } from '../../../format/money.ts'

interface RevenueChartProps {
  days: { day: string; 'Wallet funds': number; Plans: number; Setup: number }[]
  height: number
}

export const RevenueChart = ({ days, height }: RevenueChartProps) => (
  <BarChart
    h={height}
    type="stacked"
    data={days}
    dataKey="day"
    series={[
      { name: 'Wallet funds', color: 'plum.6' },
      { name: 'Plans', color: 'plum.3' },
      { name: 'Setup', color: 'gray.5' },
    ]}
    withLegend
    valueFormatter={(paise) => formatMoney(paise, 'INR')}
    yAxisProps={{ width: 90 }}
    xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
    tickLine="none"
    accessibilityLayer={false}
  />
)
