import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { SEED } from '../support/random/seed.ts'
import { type Run, runWalks } from './engine/run-walks.ts'
import { startWorlds } from './start-worlds.ts'
import type { World } from './world/start-world.ts'

/** Hours. `SIMULATION_WALKS` cuts it to what somebody has time for. */
const WALKS = Number(process.env['SIMULATION_WALKS'] || 10_000)
const STEPS = 300
const WALKS_WITH_KILLS = Math.ceil(WALKS / 20)
const STEPS_WITH_KILLS = 60
const KILLS = 0.3
const WORLDS = 3
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

const PAGE = new URL('../../../docs/simulation.md', import.meta.url)
const HEADING = '## Pairs of verbs'

/** The end of the page is written by this run. */
async function writePairs({ walks, steps, pairs, answers }: Run) {
  const page = await readFile(PAGE, 'utf8')
  const kept = page.slice(0, page.indexOf(HEADING))
  const lines = [...answers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([answer, count]) => `| ${answer} | ${count} |`)
  const text = `${HEADING}

Written by a run of ${walks} walks with ${steps} steps in all, from seed ${SEED}: how often each verb followed which, and
in which state of the vendor.

${pairs.toMarkdown()}

## Answers

How often each verb got which answer in that run.

| verb → answer | times |
| --- | ---: |
${lines.join('\n')}
`
  await writeFile(PAGE, kept + text)
}
