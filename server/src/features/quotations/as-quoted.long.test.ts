import { test } from 'vitest'
import { launchAsQuoted } from '../../../tests/support/quoted-launches.ts'

const SEED = Date.now() % 1_000_000_007

test(`200 quotations under random terms are reserved as they were quoted (seed ${SEED})`, () =>
  launchAsQuoted(200, SEED))
