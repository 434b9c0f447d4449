import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodeFor, runNode, stopSignal, stopWithChildren } from './children.mjs'
import { copyCheckout } from './copy-checkout.mjs'
import { runPrepared } from './prepare.mjs'

/**
 * Puts one known fault after the other into a copy of the checkout and runs the tests that should notice it. A fault
 * that no test notices shows a promise that nobody checks. `npm run sabotage -- money/` takes the faults whose name
 * contains the word; without words all are taken. See docs/sabotage.md.
 */
async function sabotage() {
  stopWithChildren()
  const words = process.argv.slice(2)
  const copy = copyCheckout()
  const results = []
  try {
    const { code, output } = await runNode([join('scripts', 'try-faults.mjs'), ...words], {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // What ends after a signal was cut off.
      onMessage: (result) => stopSignal() ?? console.log(lineOf(result, results.push(result))),
    })
    if (stopSignal()) process.exitCode = exitCodeFor(stopSignal())
    else if (results.length === 0 || results.length < results[0].count) {
      console.error(code === 0 ? `No fault matches ${words.join(' ')}.` : output)
      process.exitCode = 1
    } else conclude(results)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const lineOf = ({ name, outcome, about, seconds, count }, place) =>
  `${`${place}/${count}`.padStart(7)}  ${outcome.padEnd(9)}  ${seconds.toFixed(1).padStart(6)} s  ${name}: ${about}`

function conclude(results) {
  const found = results.filter(({ outcome }) => outcome === 'FOUND')
  const others = results.filter(({ outcome }) => outcome !== 'FOUND')
  const countOf = (some, area) => some.filter((result) => result.area === area).length
  console.log('')
  for (const area of [...new Set(results.map((result) => result.area))].sort())
    console.log(`${area.padEnd(14)} ${countOf(found, area)} of ${countOf(results, area)}`)
  if (others.length > 0) console.log('\nNot found:')
  for (const { name, outcome, why, accepted } of others)
    console.log(`  - ${name} (${outcome}): ${accepted ? `accepted, ${accepted}` : why}`)
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  console.log(`\n${found.length} of ${results.length} found in ${minutes.toFixed(0)} minutes`)
  const isFine = ({ outcome, accepted }) => outcome === 'UNNOTICED' && accepted !== undefined
  process.exitCode = others.every(isFine) ? 0 : 1
}

await runPrepared({ build: false }, sabotage)
