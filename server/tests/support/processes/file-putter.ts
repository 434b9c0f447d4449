import { diskFileStore } from '../../../src/adapters/file-store/disk.ts'
import { s3FileStore } from '../../../src/adapters/file-store/s3.ts'

/** Writes half of a file, reports it and then waits to be killed by the contract test. */
const { dir, s3, key, bytes } = JSON.parse(process.argv[2] ?? '') as {
  dir?: string
  s3?: Parameters<typeof s3FileStore>[0]
  key: string
  bytes: number
}
if (s3) await s3FileStore(s3).put(key, halfAFile())
if (dir) await diskFileStore(dir).put(key, halfAFile())

async function* halfAFile() {
  for (let sent = 0; sent < bytes; sent += 65_536) yield new Uint8Array(65_536)
  process.stdout.write('"half"\n')
  await new Promise((resolve) => setTimeout(resolve, 3_600_000))
}
