import { readFileSync } from 'node:fs'
import { childProcessTableReader } from '../../../src/adapters/table-reader/child-process/child-process.ts'

/** Starts reading a large table, reports the pid of the reader, and never requests the rest. */
async function* content() {
  yield Buffer.from(`name,phone\n${'Rahul Sharma,+919876543210\n'.repeat(400_000)}`)
}

const parts = childProcessTableReader().read(content(), { kind: 'csv', countries: { vendor: 'IN' } })
for await (const part of parts) {
  if (part.kind !== 'chunk') continue
  const [reader] = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('table-reader/child'))
  process.stdout.write(`${reader}\n`)
  await new Promise((resolve) => setTimeout(resolve, 2 ** 30))
}
