import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { formOf } from '../../../tests/support/imports/imports.ts'
import { filesUnder } from '../../../tests/support/imports/stored-files.ts'
import { newTemplateName } from '../../../tests/support/messaging/templates.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { EICAR } from '../../../tests/support/tables/eicar.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { MEDIA_UNUSED_PER_VENDOR_MAX } from '../../domain/limits.ts'
import { newId } from '../../platform/ids.ts'
import type { MediaFile, SubmittedTemplate } from '../../ports/messaging-provider.ts'
import { purgeMedia } from './purge.ts'

let product: TestProduct
let asha: Awaited<ReturnType<typeof newVendor>>
let bilal: Awaited<ReturnType<typeof newVendor>>
const submitted: SubmittedTemplate[] = []
const uploaded: MediaFile[] = []
beforeAll(async () => {
  product = await startProduct()
  const { provider } = product.deps
  provider.uploadExample = async (file) => ({ handle: `4::${uploaded.push(file)}` })
  provider.createTemplate = async (form) => ({
    providerId: String(submitted.push(form)),
    status: 'PENDING',
    category: form.category,
  })
  provider.deleteTemplate = async () => {}
  asha = await newVendor(product)
  bilal = await newVendor(product, 'Bilal & Sons')
})

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200, 1)])
const JPEG = Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.alloc(200, 1)])
const MP4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(200, 1)])
const PDF = Buffer.from(`%PDF-1.4\n${'x'.repeat(200)}`)

const send = (form: { payload: Buffer; contentType: string }, token = asha.token) =>
  product.send('POST', '/media', form.payload, { token, headers: { 'content-type': form.contentType } })
const upload = (value: Buffer, type: string, token = asha.token) =>
  send(formOf([{ name: 'file', value, fileName: 'a.bin', type }]), token)
const kept = async () => {
  const rows = await product.deps.db.selectFrom('media').selectAll().execute()
  const files = await filesUnder(join(product.deps.config.dataDir, 'files')).catch(() => [])
  return { rows: rows.length, files: files.length }
}
const withHeader = (format: string, mediaId: string) => ({
  name: newTemplateName(),
  category: 'MARKETING',
  language: 'en_US',
  components: [
    { type: 'HEADER', format, mediaId },
    { type: 'BODY', text: 'Look at our new things' },
  ],
})

describe('a file', () => {
  test.each<[string, string, Buffer]>([
    ['image/png', 'IMAGE', PNG],
    ['image/jpeg', 'IMAGE', JPEG],
    ['video/mp4', 'VIDEO', MP4],
    ['application/pdf', 'DOCUMENT', PDF],
  ])('of type %s is used in the header of a template unchanged', async (type, format, bytes) => {
    const answer = await upload(bytes, type)
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } })
    const created = await product.post('/templates', withHeader(format, answer.body.id), { token: asha.token })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    expect(created.body.components[0]).toEqual({ type: 'HEADER', format, mediaId: answer.body.id })
    expect(uploaded.at(-1)).toMatchObject({ contentType: type })
    expect(uploaded.at(-1)?.bytes.equals(bytes)).toBe(true)
    const handle = `4::${uploaded.length}`
    expect(submitted.at(-1)?.components[0]).toEqual({ type: 'HEADER', format, example: { header_handle: [handle] } })
  })

  test.each<[string, number, string, () => ReturnType<typeof upload>]>([
    ['of a type that is not taken', 415, 'UNSUPPORTED_FILE_TYPE', () => upload(PNG, 'image/gif')],
    [
      'a page that calls itself a picture',
      415,
      'UNSUPPORTED_FILE_TYPE',
      () => upload(Buffer.from('<svg>'), 'image/png'),
    ],
    ['a PNG that calls itself a JPEG', 415, 'UNSUPPORTED_FILE_TYPE', () => upload(PNG, 'image/jpeg')],
    ['one byte', 415, 'UNSUPPORTED_FILE_TYPE', () => upload(PNG.subarray(0, 1), 'image/png')],
    ['without a byte', 400, 'EMPTY_FILE', () => upload(Buffer.alloc(0), 'image/png')],
    [
      'a picture beyond 5 MB',
      413,
      'FILE_TOO_LARGE',
      () => upload(Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]), 'image/png'),
    ],
    [
      'a document beyond 16 MB',
      413,
      'FILE_TOO_LARGE',
      () => upload(Buffer.concat([PDF, Buffer.alloc(16 * 1024 * 1024)]), 'application/pdf'),
    ],
    [
      'with a virus',
      422,
      'FILE_REFUSED',
      () => upload(Buffer.concat([PDF, Buffer.from(`\n${EICAR}`)]), 'application/pdf'),
    ],
    ['that is a field', 400, 'VALIDATION_FAILED', () => send(formOf([{ name: 'file', value: 'x' }]))],
    [
      'in a part of another name',
      400,
      'VALIDATION_FAILED',
      () => send(formOf([{ name: 'picture', value: PNG, fileName: 'a', type: 'image/png' }])),
    ],
    ['that is not there', 400, 'FILE_REQUIRED', () => send(formOf([]))],
    ['that is no form', 415, 'UNSUPPORTED_MEDIA_TYPE', () => product.post('/media', {}, { token: asha.token })],
  ])('%s is refused, and nothing is kept', async (_, status, code, attempt) => {
    const before = await kept()
    expect(await attempt()).toMatchObject({ status, body: { code } })
    expect(await kept()).toEqual(before)
  })

  test('without a result of the virus scanner is refused', async () => {
    const { scanner } = product.deps
    const real = scanner.scan
    const before = await kept()
    scanner.scan = async () => {
      throw new Error('no scanner')
    }
    expect(await upload(PNG, 'image/png')).toMatchObject({ status: 503 })
    scanner.scan = real
    expect(await kept()).toEqual(before)
  })

  test('is refused while a hundred others wait for a template, even when many arrive at once', async () => {
    const vendor = await newVendor(product)
    const { db, clock } = product.deps
    const hourAgo = new Date(clock.now().getTime() - HOUR_MS)
    const rows = Array.from({ length: MEDIA_UNUSED_PER_VENDOR_MAX - 1 }, (_, i) => ({
      vendor_id: vendor.vendorId as VendorId,
      id: newId<'media'>(),
      content_type: 'image/png' as const,
      storage_key: `media/none/${i}`,
      file_key_cipher: Buffer.alloc(1),
      created_at: hourAgo,
      ready_at: hourAgo,
    }))
    await db.insertInto('media').values(rows).execute()
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(PNG, 'image/png', vendor.token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body).toMatchObject({ code: 'MEDIA_LIMIT', detail: expect.stringContaining('100 uploaded files') })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(6 * 86_400)
    // one of them that a template uses makes room for another
    const used = answers.find(({ status }) => status === 201)?.body.id
    const template = await product.post('/templates', withHeader('IMAGE', used), { token: vendor.token })
    expect(template.status).toBe(201)
    expect((await upload(PNG, 'image/png', vendor.token)).status).toBe(201)
    expect((await upload(PNG, 'image/png', vendor.token)).status).toBe(422)
    await db
      .deleteFrom('media')
      .where('vendor_id', '=', vendor.vendorId as VendorId)
      .where('uses', '=', 0)
      .execute()
  })

  test('is stored encrypted', async () => {
    await upload(Buffer.concat([PDF, Buffer.from('canary-in-the-clear')]), 'application/pdf')
    const root = join(product.deps.config.dataDir, 'files')
    const files = await filesUnder(root)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect((await readFile(join(root, file))).includes('canary-in-the-clear')).toBe(false)
  })
})

describe('a header', () => {
  test("cannot use another vendor's file or a file of another format", async () => {
    const { id } = (await upload(PNG, 'image/png')).body
    const post = (format: string, token: string) => product.post('/templates', withHeader(format, id), { token })
    const errors = [{ path: 'components.0.mediaId', message: 'is not the id of one of your files' }]
    expect(await post('IMAGE', bilal.token)).toMatchObject({ status: 422, body: { code: 'TEMPLATE_INVALID', errors } })
    expect(await post('VIDEO', asha.token)).toMatchObject({ status: 422, body: { code: 'TEMPLATE_INVALID' } })
    expect((await post('IMAGE', asha.token)).status).toBe(201)
  })

  test('keeps its file, and an unused file is deleted after a week', async () => {
    const [shown, loose] = [(await upload(PNG, 'image/png')).body.id, (await upload(PNG, 'image/png')).body.id]
    await product.post('/templates', withHeader('IMAGE', shown), { token: asha.token })
    const ids = async () => (await product.deps.db.selectFrom('media').select('id').execute()).map(({ id }) => id)
    await product.advance(6 * 86_400)
    await purgeMedia(product.deps)
    expect(await ids()).toEqual(expect.arrayContaining([shown, loose]))
    await product.advance(2 * 86_400)
    await purgeMedia(product.deps)
    expect(await ids()).toContain(shown)
    expect(await ids()).not.toContain(loose)
  })
})
