import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'

interface DeliveriesChartProps {
  days: { day: string; Delivered: number; 'In progress': number; Failed: number }[]
  height: number
}

export const DeliveriesChart = ({ days, height }: DeliveriesChartProps) => (
  <BarChart
    h={height}
    type="stacked"
    data={days}
    dataKey="day"
    series={[
      { name: 'Delivered', color: 'teal.6' },
      { name: 'In progress', color: 'gray.5' },
      { name: 'Failed', color: 'red.7' },
    ]}
    withLegend
    xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
    tickLine="none"
    accessibilityLayer={false}
  />
)
