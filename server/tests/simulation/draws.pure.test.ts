import { expect, test } from 'vitest'
import { SEED, STEPS, WALKS } from './budget.ts'
import { drawOnly } from './engine/draw-only.ts'
import { VERBS } from './verbs/all.ts'

test('every verb is drawn within twice the budget of every commit', () => {
  const drawn = drawOnly(SEED, 2 * WALKS, STEPS)
  expect(drawn.verbs().sort()).toEqual(VERBS.map(({ name }) => name).sort())
})
