import { useEffect, useRef, useState } from 'react'

export interface Sample {
  atMs: number
  done: number
}

interface Throughput {
  perSecond: number
  secondsLeft: number
}

const WINDOW_MS = 15_000

/** Throughput over the recent samples; undefined while there is no progress to measure. */
export function throughputOf(samples: readonly Sample[], total: number): Throughput | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.done <= first.done || last.atMs <= first.atMs) return undefined
  const perSecond = ((last.done - first.done) * 1000) / (last.atMs - first.atMs)
  return { perSecond, secondsLeft: Math.max(0, total - last.done) / perSecond }
}

/** Keeps only samples within the window, so that the estimate follows the current speed. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const recent = samples.filter(({ atMs, done }) => atMs > sample.atMs - WINDOW_MS && done <= sample.done)
  return [...recent, sample]
}

export function useThroughput(done: number, total: number): Throughput | undefined {
  const samples = useRef<Sample[]>([])
  const [throughput, setThroughput] = useState<Throughput>()
  useEffect(() => {
    samples.current = addSample(samples.current, { atMs: performance.now(), done })
    setThroughput(throughputOf(samples.current, total))
  }, [done, total])
  return throughput
}
