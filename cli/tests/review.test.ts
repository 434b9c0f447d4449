import { beforeAll, expect, test } from 'vitest'
import { newVendor, startProduct, type TestProduct } from '../../server/tests/support/product.ts'
import { jobIdIn, newFile, newNumber, runCli } from './run-cli.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let url: string

beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  url = await product.app.listen({ port: 0, host: '127.0.0.1' })
})

const run = (args: string[]) => runCli(args, { env: { HARKARA_URL: url, HARKARA_TOKEN: vendor.token } })

const importsOf = async () => (await product.get('/contacts/import?pageSize=100', { token: vendor.token })).body
const contactOf = async (number: string) => {
  const { body } = await product.post('/contacts/search', { search: number }, { token: vendor.token })
  return body.data[0]
}

test('--preset maps the columns as saved, and an unknown one is a mistake before anything is sent', async () => {
  const columns = { Wer: { field: 'name' }, Wo: { field: 'phone' } }
  await product.post('/contacts/import-presets', { name: 'Laden', columns }, { token: vendor.token })
  const number = newNumber()
  const path = await newFile('contacts.csv', `Wer,Wo,Was\nAsha,${number},x\n`)
  const { total } = await importsOf()
  expect(await run(['import', path, '--preset', 'Messe'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Presets: "Laden"'),
  })
  expect((await importsOf()).total).toBe(total)
  const { code, stderr } = await run(['import', path, '--preset', 'laden', '--confirm'])
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(await contactOf(number)).toMatchObject({ name: 'Asha', attributes: {} })
})

test('presets are listed, created and deleted by name', async () => {
  const create = ['presets', 'create', '--name', 'Fair', '--map', 'Tel=phone,Wer=name', '--default-country', 'IN']
  expect(await run(create)).toMatchObject({ code: 0, stdout: 'Preset "Fair" saved.\n' })
  expect(await run(create)).toMatchObject({ code: 1 })
  expect((await run(['presets', 'list'])).stdout).toContain('Fair  Tel=phone,Wer=name\n')
  expect(await run(['presets', 'delete', '--name', 'fair'])).toMatchObject({ code: 0 })
  expect((await run(['presets', 'list'])).stdout).not.toContain('Fair')
  for (const args of [['delete', '--name', 'Fair'], ['delete'], ['create', '--name', 'x'], ['rename'], []])
    expect(await run(['presets', ...args]), args.join(' ')).toMatchObject({ code: 2 })
})

test('confirm with --plan imports only what was shown', async () => {
  const number = newNumber()
  const { stderr } = await run(['import', await newFile('contacts.csv', `Name,Phone\nAsha,${number}\n`)])
  const suggested = /harkara (confirm \S+ --plan \S+)/.exec(stderr)?.[1]?.split(' ') ?? []
  await product.post('/contacts', { mobile: number, name: 'Meera' }, { token: vendor.token })
  const refused = await run(suggested)
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('the result for 1 contact has changed') })
  expect(await contactOf(number)).toMatchObject({ name: 'Meera' })
  const shown = await run(['map', suggested[1] ?? ''])
  const again = /harkara (confirm \S+ --plan \S+)/.exec(shown.stderr)?.[1]?.split(' ') ?? []
  expect(again).not.toEqual(suggested)
  expect(await run(again)).toMatchObject({ code: 0, stdout: expect.stringContaining('Done:') })
})

test('rows of an import in review are listed, repaired, excluded, included and replaced', async () => {
  const numbers = [newNumber(), newNumber()]
  const text = `Name,Phone,City\nAsha,${numbers[0]},Pune\nDan,123,Goa\nEve,n/a,Poona\n`
  const jobId = jobIdIn((await run(['import', await newFile('rows.csv', text)])).stderr)
  const listed = await run(['rows', jobId, '--status', 'failed', '--limit', '1'])
  expect(listed.stdout).toMatch(/3 {2}failed {4}invalid digit count +Name: Dan, Phone: 123, City: Goa\n/)
  expect(listed.stderr).toContain(`harkara rows ${jobId} --status failed --from-row 4`)
  expect(await run(['repair', jobId, '--row', '3', '--set', `Phone=${numbers[1]}`])).toMatchObject({
    code: 0,
    stdout: `Row 3 is valid: ${numbers[1]} new\n`,
  })
  expect((await run(['exclude', jobId, '--rows', '2,4'])).stdout).toBe('2 rows excluded.\n')
  expect((await run(['include', jobId, '--rows', '2'])).stdout).toBe('1 row included.\n')
  const replaced = await run(['replace', jobId, '--column', 'City', '--find', 'Goa', '--with', 'Panaji', '--json'])
  expect(JSON.parse(replaced.stdout)).toMatchObject({ changedRows: 1 })
  const filled = await run(['replace', jobId, '--column', 'City', '--find', 'Pune', '--with', 'Agra'])
  const undo = /harkara (undo-replace \S+ --replacement \S+)/.exec(filled.stderr)?.[1]?.split(' ') ?? []
  expect(await run(undo)).toMatchObject({ code: 0, stdout: '1 row changed back.\n' })
  expect((await run(['what-if', jobId, '--countries', 'in,ae'])).stdout).toMatch(/IN +2 +0 +0 +0\n +AE +2/)
  expect(await run(['exclude', jobId, '--rows', '99'])).toMatchObject({ code: 1 })
  expect(await run(['confirm', jobId])).toMatchObject({ code: 0, stdout: expect.stringContaining('Done: 2 new.') })
  expect(await contactOf(numbers[1] ?? '')).toMatchObject({ name: 'Dan', attributes: { City: 'Panaji' } })
  expect(await run(['rows', jobId])).toMatchObject({ code: 1, stderr: expect.stringContaining('COMPLETED') })
})
