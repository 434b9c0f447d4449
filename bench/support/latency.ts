/** A call and its anchor, measured in turns. */
export interface Verb {
  name: string
  run(i: number): Promise<unknown>
  anchor(): Promise<unknown>
  /** Instead of the number for all verbs. */
  times?: number
}

interface Figures {
  p50: number
  p95: number
  anchorP50: number
  ratio: number
  /** Per call, of the product and its database. It depends less on what else the machine does. */
  processorMs: number
}

/** Prints p50 and p95 of each verb beside its anchor, how many times longer it takes, and its processor time. */
export async function showVerbs(
  title: string,
  verbs: readonly Verb[],
  times: number,
  processorMs: () => Promise<number>,
) {
  const figures: Record<string, Figures> = {}
  console.log(`${title}: ms`)
  for (const verb of verbs) {
    const [ours, anchors]: [number[], number[]] = [[], []]
    let used = 0
    const count = verb.times ?? times
    for (let i = 0; i < count; i++) {
      anchors.push(await timed(() => verb.anchor()))
      const before = await processorMs()
      ours.push(await timed(() => verb.run(i)))
      used += (await processorMs()) - before
    }
    const [p50, p95, anchorP50] = [quantile(ours, 0.5), quantile(ours, 0.95), quantile(anchors, 0.5)]
    const shown = { p50, p95, anchorP50, ratio: p50 / anchorP50, processorMs: used / count }
    figures[verb.name] = shown
    const columns = Object.entries(shown).map(([name, value]) => `${name}${value.toFixed(1).padStart(9)}`)
    console.log(`  ${verb.name.padEnd(36)} ${columns.join('  ')}`)
  }
  console.log(JSON.stringify({ bench: title, figures }))
}

async function timed(call: () => Promise<unknown>) {
  const begun = performance.now()
  await call()
  return performance.now() - begun
}

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
