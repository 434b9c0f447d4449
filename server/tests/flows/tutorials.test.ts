import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_EMAIL, SANDBOX_PASSWORD } from '../../src/features/sandbox/seed.ts'
import { eventually } from '../support/eventually.ts'
import { newDataDir, type ProductProcess, request, startProcess } from '../support/processes/process.ts'
import { requireProgram } from '../support/services/require-program.ts'
import { isAsStated, listTutorials, readTutorial, runTutorial, stepsOf } from '../support/tutorials.ts'

const tutorials = listTutorials()
const hasShell = requireProgram('bash', 'the tutorials in docs/tutorials (bash)')
const hasCurl = requireProgram('curl', 'the tutorials in docs/tutorials (curl)')
let product: ProductProcess

describe.runIf(hasShell && hasCurl)('the tutorials in docs/tutorials', () => {
  beforeAll(async () => {
    product = await startProcess({ DATA_DIR: await newDataDir(), SANDBOX_DEMO_DATA: 'true' })
    await demoIsReady()
  })
  afterAll(() => product.end('SIGTERM'))

  // In the order of the index: the balances that a page states are those after the pages before it.
  test.each(tutorials)('every output that %s states is what its commands print', async (name) => {
    const steps = stepsOf(readTutorial(name))
    const ran = await runTutorial(steps, product, await newDataDir())
    for (const { line, expected, output } of ran)
      if (expected !== undefined)
        expect(isAsStated(expected, output), `${name}:${line} states\n${expected}\nand printed\n${output}`).toBe(true)
  })
})

test('a page has steps with stated outputs, and an output that differs is noticed', () => {
  for (const name of tutorials)
    expect(stepsOf(readTutorial(name)).filter(({ expected }) => expected)).not.toHaveLength(0)
  const [step] = stepsOf('# Page\n\n```sh\necho 1\n```\n```json\n{"total":…}\n```\n')
  expect(step).toEqual({ line: 4, commands: 'echo 1\n', expected: '{"total":…}\n' })
  expect(isAsStated('{"total":3,…}', '{"total":3,"page":1}')).toBe(true)
  expect(isAsStated('{"total":3,…}', '{"total":4,"page":1}')).toBe(false)
  expect(isAsStated('{"total":3}', '{"total":3,"page":1}')).toBe(false)
})

/** The webhooks that pay the demo vendor's plan and wallet arrive after the start. */
async function demoIsReady() {
  const api = `${product.url}/api/v1`
  const { body } = await request(`${api}/auth/login`, 'POST', { email: DEMO_EMAIL, password: SANDBOX_PASSWORD })
  const get = async (path: string) => (await request(`${api}${path}`, 'GET', undefined, body.accessToken)).body
  await eventually(async () => {
    expect(await get('/wallet/balance')).toMatchObject({ balanceMinorUnit: 500_000 })
    expect((await get('/templates')).data).toMatchObject([{ status: 'APPROVED' }])
    expect(await get('/vendor/me')).toMatchObject({ messagingEnabled: true })
  }, 30_000)
}
