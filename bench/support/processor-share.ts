import { cpus } from 'node:os'

/** Starts watching; the returned function tells which part of all processors was busy since then, from 0 to 1. */
export function watchProcessors(): () => number {
  const before = times()
  return () => {
    const after = times()
    return (after.busy - before.busy) / Math.max(1, after.all - before.all)
  }
}

function times() {
  const sums = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({ busy: user + nice + sys + irq, idle }))
  const busy = sums.reduce((sum, one) => sum + one.busy, 0)
  return { busy, all: busy + sums.reduce((sum, one) => sum + one.idle, 0) }
}
