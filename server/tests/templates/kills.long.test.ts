import { beforeAll, test } from 'vitest'
import {
  expectOneTemplateAfterCrash,
  openTemplateCrashDesk,
  TEMPLATE_POINTS,
  type TemplateCrashDesk,
} from '../support/messaging/template-crash.ts'

const KILLS_EACH = 5

let desk: TemplateCrashDesk
beforeAll(async () => {
  desk = await openTemplateCrashDesk()
})

test.each(TEMPLATE_POINTS)(
  'templates whose processes are killed at %s, each is submitted once',
  async (point) => {
    for (let kill = 0; kill < KILLS_EACH; kill++) await expectOneTemplateAfterCrash(desk, point)
  },
  KILLS_EACH * 120_000,
)
