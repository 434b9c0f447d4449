import { test } from 'vitest'
import { launchAsQuoted } from '../../../tests/support/quoted-launches.ts'
import { SEED } from '../../../tests/support/seed.ts'

test(`200 quotations under random terms are reserved as they were quoted (seed ${SEED})`, () =>
  launchAsQuoted(200, SEED))
