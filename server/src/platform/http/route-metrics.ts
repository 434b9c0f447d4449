import type { Registry } from 'prom-client'

const NAME = 'harkara_http_request_duration_seconds'
const HELP = 'Time from receiving the request to completing the response'
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10]

interface Series {
  labels: { method: string; route: string; status: number }
  counts: number[]
  sum: number
}

/**
 * A Prometheus histogram with one addition per request. The one of prom-client looks up its labels every time, which
 * took longer than authentication. prom-client still formats the result.
 */
export function measureRoutes(registry: Registry) {
  const all: Series[] = []
  const metric = {
    name: NAME,
    help: HELP,
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({ name: NAME, help: HELP, type: 'histogram', aggregator: 'sum', values: all.flatMap(valuesOf) }),
    reset: () => all.splice(0),
  }
  registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])

  /** Returns a function that records how long an answer of the route took. */
  return (method: string, route: string) => {
    const byStatus = new Map<number, Series>()
    return (status: number, seconds: number) => {
      let series = byStatus.get(status)
      if (!series) {
        series = { labels: { method, route, status }, counts: Array<number>(BOUNDS.length + 1).fill(0), sum: 0 }
        byStatus.set(status, series)
        all.push(series)
      }
      let bucket = 0
      while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket++
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.sum += seconds
    }
  }
}

/** Prometheus buckets are cumulative. */
function valuesOf({ labels, counts, sum }: Series) {
  let count = 0
  const buckets = counts.map((inBucket, i) => {
    count += inBucket
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le: BOUNDS[i] ?? '+Inf' }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ]
}
