import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVendor, PASSWORD, startProduct, type TestProduct } from '../../server/tests/support/product.ts'
import { cuttingProxy } from './cutting-proxy.ts'
import { jobIdIn, messy, newDir, newFile, newNumber, type RunOptions, runCli } from './run-cli.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let url: string

beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  url = await product.app.listen({ port: 0, host: '127.0.0.1' })
})

const run = (args: string[], options: RunOptions = {}) =>
  runCli(args, { ...options, env: { HARKARA_URL: url, HARKARA_TOKEN: vendor.token, ...options.env } })

const importsOf = async () => (await product.get('/contacts/import?pageSize=100', { token: vendor.token })).body
const contactOf = async (number: string) => {
  const { body } = await product.post('/contacts/search', { search: number }, { token: vendor.token })
  return body.data[0]
}

describe('import', () => {
  test('with --header-row reads the columns of that row, and map with another row reads them again', async () => {
    const number = newNumber()
    const path = await newFile('titled.csv', `Name,Phone\nRegion,South\nPerson,Line\nAsha,${number}\n`)
    const waiting = await run(['import', path, '--header-row', '1'])
    expect(waiting.code).toBe(3)
    expect(waiting.stdout).toMatch(/2 {2}rows failed/)
    const jobId = jobIdIn(waiting.stderr)
    const { code, stdout } = await run(['map', jobId, '--header-row', '3', '--confirm'])
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Done: 1 new.') })
    expect(stdout).not.toContain('failed')
    expect(await contactOf(number)).toMatchObject({ name: 'Asha' })
    expect(await run(['map', jobId, '--header-row', '2'])).toMatchObject({ code: 1 })
  })

  test('with --confirm imports a messy file and prints a summary', async () => {
    const file = messy()
    const path = await newFile('contacts.csv', file.text)
    const { code, stdout, stderr } = await run(['import', path, '--confirm', '--label', 'vip', '--label', 'a, b'])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toMatch(/2 {2}contacts to import\n +2 {2}new\n/)
    expect(stdout).toContain('1 × invalid digit count (row 5)')
    expect(stdout).toContain('1 × malformed number (row 6)')
    expect(stdout).toContain('1 × duplicate contact (row 7)')
    expect(stdout).toContain('Done: 2 new.')
    expect(stdout).toContain('2 failed rows skipped')
    expect(stderr).toContain(`harkara undo ${jobIdIn(stderr)}`)
    expect(await contactOf(file.first)).toMatchObject({
      name: 'Asha',
      labels: ['vip', 'a, b'],
      attributes: { City: 'Pune' },
    })
  })

  test('the summary says who will be opted out, and what an error report corrects', async () => {
    const [first, second, third] = [newNumber(), newNumber(), newNumber()]
    const text = `Name,Phone,Opt in\nAsha,${first},no\nBen,${second},yes\nCleo,12,yes\n`
    const dir = await newDir()
    const imported = await run(['import', await newFile('c.csv', text), '--confirm', '--reports', dir])
    expect(imported.stdout).toMatch(/ 1 {2}will be opted out, as the file says\n/)
    const parent = jobIdIn(imported.stderr)
    const report = (await product.get(`/contacts/import/${parent}/reports/errors`, { token: vendor.token })).body
    const corrected = await newFile('c-errors.csv', report.replace(',12,', `,${third},`))
    const { stdout } = await run(['import', corrected, '--confirm'])
    expect(stdout).toContain(`Corrects failed rows of import ${parent}`)
    expect((await run(['status', parent])).stdout).toContain('1 failed row saved since by 1 import of its report')
  })

  test('--json prints one document with status, preview and reports, and nothing else', async () => {
    const dir = await newDir()
    const path = await newFile('people.csv', messy().text)
    const { code, stdout } = await run(['import', path, '--confirm', '--json', '--reports', join(dir, 'new')])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      status: { status: 'PARTIAL_SUCCESS', terminal: true, result: { created: 2 } },
      preview: { totalValid: 2, totalErrors: 2 },
      reports: { errors: join(dir, 'new', 'people.errors.csv'), warnings: join(dir, 'new', 'people.warnings.csv') },
    })
  })

  test('without --confirm and without a terminal imports nothing, exits with 3 and prints the next steps', async () => {
    const { first, text } = messy()
    const { code, stdout, stderr } = await run(['import', await newFile('contacts.csv', text)])
    expect(code).toBe(3)
    expect(stdout).toContain('Nothing has been imported yet')
    const jobId = jobIdIn(stderr)
    expect(stderr).toMatch(new RegExp(`harkara confirm ${jobId} --plan [0-9a-f]{64}\\n`))
    expect(await contactOf(first)).toBeUndefined()

    expect(await run(['status', jobId])).toMatchObject({ code: 3, stdout: expect.stringContaining('PENDING_REVIEW') })
    expect(await run(['confirm', jobId])).toMatchObject({ code: 0, stdout: expect.stringContaining('Done: 2 new.') })
    expect(await contactOf(first)).toMatchObject({ name: 'Asha' })
    const undone = await run(['undo', jobId])
    expect(undone).toMatchObject({ code: 0, stdout: expect.stringContaining('2 deleted') })
    expect(await contactOf(first)).toBeUndefined()
    expect(await run(['undo', jobId])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/already been undone.*request/),
    })
  })

  test('sends what the options say', async () => {
    const number = newNumber()
    const path = await newFile('x.csv', `Who,Where,No\nAsha,Pune,${number.slice(3)}\n`)
    const columns = ['--map', 'Who=name,No=phone', '--map', 'Where=attribute:city']
    const options = [...columns, '--default-country', 'IN', '--list', 'Mine']
    expect(await run(['import', path, ...options, '--strategy', 'skip-duplicates', '--confirm'])).toMatchObject({
      code: 0,
    })
    expect(await contactOf(number)).toMatchObject({ name: 'Asha', attributes: { city: 'Pune' } })
    expect((await importsOf()).data[0]).toMatchObject({ mergeStrategy: 'SKIP_DUPLICATES' })
    const lists = (await product.get('/contact-lists', { token: vendor.token })).body.data
    expect(lists.map(({ name }: { name: string }) => name)).toContain('Mine')
  })
})

describe('columns that cannot be mapped automatically', () => {
  test('are shown with sample cells; harkara map sets the mapping and continues', async () => {
    const number = newNumber()
    const path = await newFile('odd.csv', `alpha,beta\nAsha,${number}\n`)
    const asked = await run(['import', path, '--no-auto-map'])
    expect(asked).toMatchObject({ code: 3, stdout: expect.stringContaining(number) })
    const jobId = jobIdIn(asked.stderr)
    expect(asked.stderr).toContain(`harkara map ${jobId} --map `)

    const wrong = await run(['map', jobId, '--map', 'gamma=phone'])
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('gamma: is not a column') })
    const answered = await run(['map', jobId, '--map', 'beta=phone,alpha=name', '--confirm'])
    expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining('Done: 1 new.') })
    expect(await contactOf(number)).toMatchObject({ name: 'Asha', attributes: {} })
  })

  test('a --map with an unknown column is reported', async () => {
    const path = await newFile('odd.csv', `alpha,beta\nAsha,${newNumber()}\n`)
    const { code, stdout } = await run(['import', path, '--map', 'Telephone=phone'])
    expect(code).toBe(3)
    expect(stdout).toContain('no column "Telephone"')
  })
})

describe('rejected requests', () => {
  test('a wrong token: exit code 4, before the upload', async () => {
    const path = await newFile('contacts.csv', messy().text)
    const before = (await importsOf()).total
    const refused = await run(['import', path], { env: { HARKARA_TOKEN: 'hk_not-a-key' } })
    expect(refused).toMatchObject({ code: 4, stdout: '', stderr: expect.stringMatching(/\(request .+\)\n$/) })
    expect(refused.stderr).not.toContain('hk_not-a-key')
    expect((await importsOf()).total).toBe(before)
  })

  test('the same file again, with what can be done about it; --allow-duplicate imports it again', async () => {
    const path = await newFile('contacts.csv', messy().text)
    const first = await run(['import', path, '--confirm'])
    const again = await run(['import', path, '--confirm'])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(jobIdIn(first.stderr)) })
    expect(again.stderr).toContain('--allow-duplicate')
    const allowed = await run(['import', path, '--confirm', '--allow-duplicate'])
    expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining('Done: 2 unchanged.') })
  })

  test('an import that is cancelled or unknown', async () => {
    const waiting = await run(['import', await newFile('contacts.csv', messy().text)])
    const jobId = jobIdIn(waiting.stderr)
    for (let time = 1; time <= 2; time++) expect(await run(['cancel', jobId])).toMatchObject({ code: 0 })
    expect(await run(['status', jobId])).toMatchObject({ code: 1, stdout: expect.stringContaining('cancelled') })
    expect(await run(['confirm', jobId])).toMatchObject({ code: 1 })
    expect(await run(['status', '../../vendor/me?'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Not found'),
    })
  })

  test('a missing, empty or unsupported file: exit code 2', async () => {
    const empty = await newFile('empty.csv', '')
    for (const path of [empty, dirname(empty), await newFile('x.pdf', '%PDF'), join(dirname(empty), 'none.csv')])
      expect(await run(['import', path])).toMatchObject({ code: 2, stdout: '' })
  })

  test('FULL_REPLACE without confirmation in a non-interactive run', async () => {
    const path = await newFile('contacts.csv', messy().text)
    expect(await run(['import', path, '--strategy', 'FULL_REPLACE'])).toMatchObject({ code: 2 })
    const confirmed = await run(['import', path, '--strategy', 'FULL_REPLACE', '--confirm-full-replace', '--confirm'])
    expect(confirmed).toMatchObject({ code: 0 })
  })
})

test('reports are saved side by side, readable by their owner only, and never overwrite a file', async () => {
  const dir = await newDir()
  const path = await newFile('contacts.csv', messy().text)
  const { stderr } = await run(['import', path, '--confirm', '--reports', dir])
  const errors = join(dir, 'contacts.errors.csv')
  const content = await readFile(errors, 'utf8')
  expect(content).toContain('Dan,123,Goa,invalid digit count')
  expect(await readFile(join(dir, 'contacts.warnings.csv'), 'utf8')).toContain('7,duplicate contact (row 2)')
  expect((await stat(errors)).mode & 0o077).toBe(0)

  await run(['import', path, '--confirm', '--allow-duplicate', '--reports', dir])
  expect(existsSync(join(dir, 'contacts.errors-2.csv'))).toBe(true)
  expect(await readFile(errors, 'utf8')).toBe(content)

  const jobId = jobIdIn(stderr)
  await run(['reports', jobId], { cwd: dir })
  expect(await readFile(join(dir, `import-${jobId}.errors.csv`), 'utf8')).toBe(content)
})

test.each([
  ['while the file travels', 'request'],
  ['before the answer arrives', 'answer'],
] as const)('a connection that is cut %s is tried again and imports once', async (_when, cutAt) => {
  const proxy = await cuttingProxy(url, { method: 'POST', path: '/api/v1/contacts/import', cutAt })
  const { text, first } = messy()
  // More than the buffers on the way hold.
  const path = await newFile('contacts.csv', `${text}${`Nobody,,${'x'.repeat(1_000)}\n`.repeat(2_000)}`)
  const before = (await importsOf()).total
  const { code, stderr } = await run(['import', path, '--confirm', '--url', proxy.url])
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Retrying') })
  expect(proxy.cuts()).toBe(1)
  expect((await importsOf()).total).toBe(before + 1)
  expect(await contactOf(first)).toMatchObject({ name: 'Asha' })
  await proxy.close()
})

describe('login', () => {
  test('stores the session for its owner only, renews it when it expires, and logout ends it', async () => {
    const env = { XDG_CONFIG_HOME: await newDir(), HARKARA_TOKEN: '' }
    const credentials = join(env.XDG_CONFIG_HOME, 'harkara', 'credentials.json')
    const login = (password: string) =>
      run(['login', '--email', vendor.email, '--url', url], { env, stdin: `${password}\n` })
    expect(await login('wrong')).toMatchObject({ code: 4 })
    expect(existsSync(credentials)).toBe(false)
    expect(await login(PASSWORD)).toMatchObject({ code: 0, stderr: '' })
    expect((await stat(credentials)).mode & 0o077).toBe(0)
    expect(await readFile(credentials, 'utf8')).not.toContain(PASSWORD)

    const stored = JSON.parse(await readFile(credentials, 'utf8'))
    const expired = { ...stored, accessToken: `${stored.accessToken.slice(0, -4)}AAAA` }
    await writeFile(credentials, JSON.stringify(expired))
    // The address comes from the session too.
    const path = await newFile('contacts.csv', messy().text)
    expect(await run(['import', path, '--confirm'], { env: { ...env, HARKARA_URL: '' } })).toMatchObject({ code: 0 })
    expect(JSON.parse(await readFile(credentials, 'utf8')).refreshToken).not.toBe(stored.refreshToken)

    const elsewhere = await run(['status', 'x', '--url', 'http://localhost:1'], { env })
    expect(elsewhere).toMatchObject({ code: 4, stderr: expect.stringContaining('not signed in') })
    expect(await run(['logout'], { env })).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(credentials)).toBe(false)
    expect(await run(['status', 'x'], { env })).toMatchObject({ code: 4 })
  })
})
