import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'

interface DeliveriesProps {
  points: { time: string; Sent: number; Delivered: number; Failed: number }[]
  height: number
}

/** Uses the colours of the progress bar above. */
export const DeliveriesChart = ({ points, height }: DeliveriesProps) => (
  <LineChart
    h={height}
    data={points}
    dataKey="time"
    series={[
      { name: 'Sent', color: 'var(--portal-pending)' },
      { name: 'Delivered', color: 'var(--portal-success)' },
      { name: 'Failed', color: 'var(--portal-error)' },
    ]}
    curveType="linear"
    withDots={points.length < 2}
    withLegend
    legendProps={{ verticalAlign: 'bottom' }}
    lineChartProps={{ accessibilityLayer: false }}
    yAxisProps={{ width: 50, allowDecimals: false }}
    xAxisProps={{ minTickGap: 40 }}
    tickLine="none"
  />
)

interface FunnelProps {
  stages: { stage: string; Recipients: number }[]
  height: number
}

export const FunnelChart = ({ stages, height }: FunnelProps) => (
  <BarChart
    h={height}
    data={stages}
    dataKey="stage"
    orientation="vertical"
    series={[{ name: 'Recipients', color: 'teal.6' }]}
    withBarValueLabel
    yAxisProps={{ width: 80 }}
    xAxisProps={{ allowDecimals: false }}
    gridAxis="none"
    tickLine="none"
    accessibilityLayer={false}
  />
)
