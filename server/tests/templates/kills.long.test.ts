import { beforeAll, test } from 'vitest'
import {
  expectOneTemplateAfterCrash,
  startTemplateCrashFixture,
  TEMPLATE_POINTS,
  type TemplateCrashFixture,
} from '../support/messaging/template-crash.ts'

const KILLS_EACH = 5

let fixture: TemplateCrashFixture
beforeAll(async () => {
  fixture = await startTemplateCrashFixture()
})

test.each(TEMPLATE_POINTS)(
  'templates whose processes are killed at %s, each is submitted once',
  async (point) => {
    for (let kill = 0; kill < KILLS_EACH; kill++) await expectOneTemplateAfterCrash(fixture, point)
  },
  KILLS_EACH * 120_000,
)
