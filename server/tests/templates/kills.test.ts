import { beforeAll, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import {
  expectOneTemplateAfterCrash,
  openTemplateCrashDesk,
  type TemplateCrashDesk,
} from '../support/messaging/template-crash.ts'

let desk: TemplateCrashDesk
beforeAll(async () => {
  desk = await openTemplateCrashDesk()
})

test(
  'a template whose process is killed between the answer of the provider and our commit is submitted once',
  async () => {
    await expectOneTemplateAfterCrash(desk, 'template.answered')
  },
  FAULT_RUN_MS,
)
