import { beforeAll, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import {
  expectOneTemplateAfterCrash,
  startTemplateCrashFixture,
  type TemplateCrashFixture,
} from '../support/messaging/template-crash.ts'

let fixture: TemplateCrashFixture
beforeAll(async () => {
  fixture = await startTemplateCrashFixture()
})

test(
  'a template whose process is killed between the answer of the provider and our commit is submitted once',
  async () => {
    await expectOneTemplateAfterCrash(fixture, 'template.answered')
  },
  FAULT_RUN_MS,
)
