/** Two measurements in turns, so that other load on the machine affects both. Only the ratio is meaningful. */
interface Paired {
  /** ours ÷ anchor, one per round. */
  ratios: number[]
  ours: Sample[]
  anchor: Sample[]
}

export interface Sample {
  perSecond: number
  p99Ms: number
}

export async function measurePaired(
  rounds: number,
  ours: () => Promise<Sample>,
  anchor: () => Promise<Sample>,
): Promise<Paired> {
  const paired: Paired = { ratios: [], ours: [], anchor: [] }
  for (let round = 0; round < rounds; round++) {
    // The order alternates from round to round.
    const first = round % 2 === 0 ? await ours() : undefined
    const b = await anchor()
    const a = first ?? (await ours())
    paired.ours.push(a)
    paired.anchor.push(b)
    paired.ratios.push(a.perSecond / b.perSecond)
  }
  return paired
}

export const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Below `floor` something is broken; `target` is expected; `goal` is what we want to reach. */
export interface Levels {
  floor: number
  target: number
  goal: number
}

export function report(name: string, anchorName: string, levels: Levels, { ratios, ours, anchor }: Paired) {
  const ratio = median(ratios)
  const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`
  const row = (label: string, samples: Sample[]) =>
    `  ${label.padEnd(44)} ${median(samples.map((s) => s.perSecond))
      .toFixed(0)
      .padStart(8)}/s   p99 ${median(samples.map((s) => s.p99Ms)).toFixed(1)} ms`
  console.log(`${name}, ${ratios.length} paired rounds`)
  console.log(row('ours', ours))
  console.log(row(`anchor: ${anchorName}`, anchor))
  console.log(`  ratio ${ratio.toFixed(2)} ${spread}   ${levelsText(levels)}: ${verdict(ratio, levels)}`)
  console.log(JSON.stringify({ bench: name, anchor: anchorName, rounds: ratios.length, ratio, ratios, levels }))
}

/** Times in milliseconds, one pair per round. The smaller their ratio, the better. */
export function reportTimes(
  name: string,
  anchorName: string,
  levels: Levels,
  rounds: readonly { ours: number; anchor: number }[],
) {
  const ratios = rounds.map(({ ours, anchor }) => ours / anchor)
  const ratio = median(ratios)
  const row = (label: string, times: number[]) => `  ${label.padEnd(44)} ${median(times).toFixed(1).padStart(8)} ms`
  console.log(`${name}, ${rounds.length} paired rounds`)
  console.log(
    row(
      'ours',
      rounds.map(({ ours }) => ours),
    ),
  )
  console.log(
    row(
      `anchor: ${anchorName}`,
      rounds.map(({ anchor }) => anchor),
    ),
  )
  const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`
  const negative = { floor: -levels.floor, target: -levels.target, goal: -levels.goal }
  console.log(`  ratio ${ratio.toFixed(2)} ${spread}   ${levelsText(levels)}: ${verdict(-ratio, negative)}`)
  console.log(JSON.stringify({ bench: name, anchor: anchorName, rounds: rounds.length, ratio, ratios, levels }))
}

const levelsText = ({ floor, target, goal }: Levels) => `floor ${floor}, target ${target}, goal ${goal}`

function verdict(ratio: number, { floor, target, goal }: Levels) {
  if (ratio >= goal) return 'goal reached'
  if (ratio >= target) return 'target reached'
  return ratio >= floor ? 'floor reached, target missed' : 'BELOW THE FLOOR'
}
