import { afterAll, beforeAll, expect, test } from 'vitest'
import { atEnd } from '../../../../tests/support/cleanup.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { csv, untilStatus, upload } from '../../../../tests/support/imports/imports.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { startS3, type TestS3 } from '../../../../tests/support/services/s3.ts'
import { readFile } from '../jobs.ts'

let product: TestProduct
let s3: TestS3
let owner: Awaited<ReturnType<typeof newVendor>>
const { attempts } = readFile
beforeAll(async () => {
  s3 = await startS3()
  atEnd(() => s3.close())
  const { endpoint, bucket, accessKeyId, secretAccessKey, region } = s3.settings
  product = await startProduct({
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_REGION: region,
      ACCESS_TOKEN_TTL_SECONDS: '86400',
    },
  })
  owner = await newVendor(product)
  readFile.attempts = 1
})
afterAll(() => {
  readFile.attempts = attempts
})

/** The scanner can read the file; later reads fail. */
async function uploadBeforeOutage(content: string) {
  let reads = 0
  s3.fault = (method) => (method === 'GET' && ++reads > 1 ? 403 : undefined)
  const { body } = await upload(product, content, owner)
  return body.jobId as string
}

const untilPutOff = (times: number) =>
  eventually(
    () => expect(product.logLines.filter((line) => line.includes('"job.deferred"'))).toHaveLength(times),
    60_000,
  )

test('a store outage longer than all attempts: the import waits and continues when it is back', async () => {
  const jobId = await uploadBeforeOutage(csv(['Phone'], ['+919876543210']))
  await untilPutOff(1)
  s3.fault = () => undefined
  await product.advance(61)
  expect((await untilStatus(product, owner.token, jobId, 'PENDING_REVIEW')).stats).toMatchObject({ totalRows: 1 })
})

test('a permanent store outage: the import fails with a reason, and the same file can be uploaded again', async () => {
  const file = csv(['Phone'], ['+919876543211'])
  const jobId = await uploadBeforeOutage(file)
  await untilPutOff(2)
  await product.advance(61)
  await untilPutOff(3)
  await product.advance(301)
  const { failureReason } = await untilStatus(product, owner.token, jobId, 'FAILED')
  expect(failureReason).toBe('The import failed because of an internal error. Upload the file again.')
  s3.fault = () => undefined
  const again = await upload(product, file, owner)
  expect(again.status).toBe(202)
  await untilStatus(product, owner.token, again.body.jobId, 'PENDING_REVIEW')
})
