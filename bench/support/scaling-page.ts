import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What was measured with a number of processes. */
export interface Point {
  processes: number
  perSecond: number
  /** Which part of all processors was busy, from 0 to 1. */
  busy: number
}

export interface Series {
  name: string
  unit: string
  points: readonly Point[]
}

/** How far from linear growth, where 1 is exactly linear. */
export const efficiencyOf = ({ points }: Series, point: Point): number =>
  point.perSecond / ((points[0]?.perSecond ?? 1) * (point.processes / (points[0]?.processes ?? 1)))

export function tableOf(all: readonly Series[]): string {
  const rows = all.flatMap((series) =>
    series.points.map((point) => [
      series.name,
      String(point.processes),
      `${Math.round(point.perSecond).toLocaleString('en')} ${series.unit}/s`,
      efficiencyOf(series, point).toFixed(2),
      `${Math.round(point.busy * 100)}%`,
    ]),
  )
  const head = ['measurement', 'processes', 'throughput', 'of linear', 'processors busy']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const page = (path: string) => fileURLToPath(new URL(`../../docs/${path}`, import.meta.url))

/** Writes docs/scaling.md and its plot. */
export function writePage(all: readonly Series[], { latencyMs, machine }: { latencyMs: number; machine: string }) {
  writeFileSync(page('images/scaling.svg'), plotOf(all))
  writeFileSync(
    page('scaling.md'),
    `# Scaling

Throughput with one, two and four processes of the role that does the work, on ${machine}, against a stand-in provider
that answers after ${latencyMs} ms. Written by \`npm run bench -- scaling write=docs\`. *Of linear* is the growth divided by
the growth of the number of processes: 1 is perfect. Where the processors are busy, they are the limit, and more machines
would continue the line; where they are not, the database is.

![Throughput relative to one process](images/scaling.svg)

${tableOf(all)}
`,
  )
}

const SIZE = { width: 560, height: 320, left: 48, bottom: 36, top: 16, right: 130 }
const COLOURS = ['#1c7ed6', '#2f9e44', '#e8590c', '#9c36b5']

/** Lines of growth relative to one process, and a dashed one where it would be linear. */
function plotOf(all: readonly Series[]): string {
  const most = Math.max(...all.flatMap(({ points }) => points.map(({ processes }) => processes)))
  const x = (processes: number) =>
    SIZE.left + ((SIZE.width - SIZE.left - SIZE.right) * (processes - 1)) / Math.max(1, most - 1)
  const y = (growth: number) => SIZE.height - SIZE.bottom - ((SIZE.height - SIZE.bottom - SIZE.top) * growth) / most
  const line = (points: [number, number][], style: string) =>
    `<polyline fill="none" ${style} points="${points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(' ')}"/>`
  const text = (at: [number, number], content: string, style = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" font-size="12" ${style}>${content}</text>`
  const ticks = [...new Set(all.flatMap(({ points }) => points.map(({ processes }) => processes)))]
  const lines = all.map((series, n) => {
    const growth = series.points.map((point): [number, number] => [
      point.processes,
      efficiencyOf(series, point) * point.processes,
    ])
    const [lastX, lastY] = growth.at(-1) ?? [1, 1]
    const colour = COLOURS[n % COLOURS.length]
    return (
      line(growth, `stroke="${colour}" stroke-width="2"`) +
      text([x(lastX) + 8, y(lastY) + 4], series.name, `fill="${colour}"`)
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="sans-serif" role="img" aria-label="Throughput relative to one process">
<rect width="100%" height="100%" fill="#ffffff"/>
${line(
  [
    [1, 1],
    [most, most],
  ],
  'stroke="#868e96" stroke-dasharray="4 4"',
)}
${lines.join('\n')}
${ticks.map((tick) => text([x(tick) - 4, SIZE.height - SIZE.bottom + 18], String(tick)) + text([SIZE.left - 28, y(tick) + 4], `${tick}×`)).join('\n')}
${text([SIZE.left, SIZE.height - 4], 'processes', 'fill="#495057"')}
</svg>
`
}
