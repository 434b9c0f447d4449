import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { SEED } from '../support/random/seed.ts'
import { drawOnly } from './engine/draw-only.ts'
import { type Run, runWalks } from './engine/run-walks.ts'
import { startWorlds } from './start-worlds.ts'
import { VERBS } from './verbs/all.ts'
import type { World } from './world/start-world.ts'

/** Hours. `SIMULATION_WALKS` cuts it to what somebody has time for. */
const WALKS = Number(process.env['SIMULATION_WALKS'] || 10_000)
const STEPS = 300
const WALKS_WITH_KILLS = Math.ceil(WALKS / 20)
const STEPS_WITH_KILLS = 60
const KILLS = 0.3
const WORLDS = 3
const PAIR_WALKS = 10_000
const PAIRS_MISSING_MAX = 0.005
/** For what hangs: a step takes a hundredth of this. */
const STEP_MS_MAX = 1_000

let worlds: World[]
beforeAll(async () => {
  worlds = await startWorlds(WORLDS)
})

test(
  `the product does what the model predicts (${WALKS} walks of ${STEPS} steps, SEED=${SEED})`,
  async () => {
    const run = await runWalks(worlds, SEED, WALKS, STEPS)
    if (process.env['WRITE_PAIRS']) await writePairs(run)
    expect(run.failure ?? 'none', run.failure).toBe('none')
  },
  WALKS * STEPS * STEP_MS_MAX,
)

test(
  `also when its processes are killed (${WALKS_WITH_KILLS} walks of ${STEPS_WITH_KILLS} steps, SEED=${SEED})`,
  async () => {
    const { failure } = await runWalks(worlds, SEED, WALKS_WITH_KILLS, STEPS_WITH_KILLS, KILLS)
    expect(failure ?? 'none', failure).toBe('none')
  },
  WALKS_WITH_KILLS * STEPS_WITH_KILLS * STEP_MS_MAX,
)

test(
  `nearly every verb follows nearly every other (${PAIR_WALKS} walks of ${STEPS} steps, drawn only)`,
  () => {
    const names = VERBS.map(({ name }) => name)
    const missing = drawOnly(1, PAIR_WALKS, STEPS).missing(names)
    expect(missing.length / names.length ** 2, missing.join('\n')).toBeLessThan(PAIRS_MISSING_MAX)
  },
  PAIR_WALKS * STEPS * STEP_MS_MAX,
)

const PAGE = new URL('../../../docs/simulation.md', import.meta.url)
const ALL_PAIRS = new URL('../../dist/simulation-pairs.md', import.meta.url)
const HEADING = '## What a run has seen'

/** The end of the page is written by this run, and a longer table beside what is built. */
async function writePairs({ walks, steps, pairs }: Run) {
  const page = await readFile(PAGE, 'utf8')
  const text = `${HEADING}

Written by a run of ${walks} walks with ${steps} steps in all, from seed ${SEED}: in which state of the vendor each verb was
taken, and what it was answered.

${pairs.verbTable()}

How often each verb followed which other one; a dot where it never did:

${pairs.matrix()}
`
  await writeFile(PAGE, page.slice(0, page.indexOf(HEADING)) + text)
  await writeFile(ALL_PAIRS, `${pairs.pairTable()}\n`)
}
