import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { request } from '../processes/process.ts'
import { seededRandom } from '../random/seeded-random.ts'
import type { ImportProcess } from './import-process.ts'
import { sendThenBreakOff } from './raw-upload.ts'
import { filesUnder } from './stored-files.ts'

const PIECE = Buffer.alloc(65_536, 'aaaaaaa\n')
const TAIL = '\r\n--B--\r\n'
export const partHead = (fileName = 'contacts.csv') =>
  `--B\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n`
export const head = (token: string, lengthHeader: string) =>
  [
    'POST /api/v1/contacts/import HTTP/1.1',
    'Host: product.test',
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${randomUUID()}`,
    'Content-Type: multipart/form-data; boundary=B',
    lengthHeader,
    '\r\n',
  ].join('\r\n')

function* fileOf(bytes: number) {
  for (let left = bytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length))
}
export function* form(bytes: number, fileName?: string) {
  yield partHead(fileName)
  yield* fileOf(bytes)
  yield TAIL
}
export function* withLength(token: string, bytes: number, fileName?: string) {
  yield head(token, `Content-Length: ${partHead(fileName).length + bytes + TAIL.length}`)
  yield* form(bytes, fileName)
}
export function* chunked(token: string, bytes: number) {
  yield head(token, 'Transfer-Encoding: chunked')
  for (const piece of form(bytes)) {
    yield `${piece.length.toString(16)}\r\n`
    yield piece
    yield '\r\n'
  }
  yield '0\r\n\r\n'
}

/** The numbers of stored files, upload rows and jobs. */
async function kept({ dataDir, databaseUrl }: ImportProcess) {
  const files = await filesUnder(join(dataDir, 'files')).catch(() => [])
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const { rows } = await database.query(
      'select (select count(*)::int from import_upload) as uploads, (select count(*)::int from import_job) as jobs',
    )
    return { files: files.length, ...rows[0] }
  } finally {
    await database.end()
  }
}

/** Checks that `work` leaves no file, row or job behind and that the product is still healthy. */
export async function leavingNothing(product: ImportProcess, work: () => Promise<void>) {
  const before = await kept(product)
  await work()
  await eventually(async () => expect(await kept(product)).toEqual(before), 20_000)
  expect((await request(`${product.process.url}/healthz`)).body).toEqual({ status: 'ok' })
}

/** Breaks connections off during the headers, the file or a later field, or before the answer is read. */
export async function breakOffUploads(
  { port, token }: Pick<ImportProcess, 'port' | 'token'>,
  count: number,
  seed: number,
) {
  const draw = seededRandom(seed)
  for (let done = 0; done < count; done += 5)
    await Promise.all(
      Array.from({ length: 5 }, () => {
        const bytes = draw.below(3_000_000)
        const refused = '\r\n--B\r\nContent-Disposition: form-data; name="autoMap"\r\n\r\nmaybe'
        const all = [
          head(token, `Content-Length: ${partHead().length + bytes + refused.length + TAIL.length}`),
          partHead(),
        ]
        const text = Buffer.concat([...all, ...fileOf(bytes), refused, TAIL].map((piece) => Buffer.from(piece)))
        const end = draw.below(3) === 0 ? text.length : draw.below(text.length)
        return sendThenBreakOff(port, [text.subarray(0, end)])
      }),
    )
}
