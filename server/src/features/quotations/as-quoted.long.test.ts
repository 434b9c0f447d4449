import { test } from 'vitest'
import { launchAsQuoted } from '../../../tests/support/campaigns/quoted-launches.ts'
import { SEED } from '../../../tests/support/random/seed.ts'

test(`200 quotations under random terms are reserved as they were quoted (seed ${SEED})`, () =>
  launchAsQuoted(200, SEED))
