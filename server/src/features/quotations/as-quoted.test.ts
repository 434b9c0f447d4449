import { test } from 'vitest'
import { launchAsQuoted } from '../../../tests/support/campaigns/quoted-launches.ts'

test(
  'what was quoted is what a launch reserves, to the last minor unit, whatever changes in between',
  () => launchAsQuoted(12, 20_261_115),
  120_000,
)
