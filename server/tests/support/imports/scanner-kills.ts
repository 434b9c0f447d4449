import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { newVendor, type TestProduct } from '../product.ts'
import { TEST_VIRUS, type TestClamd } from '../services/clamd.ts'
import { untilStatus, upload } from './imports.ts'

/** Kills clamd before, during or after the uploads. Every import must wait for its verdict and get the correct one. */
export async function killScanner(product: TestProduct, clamd: TestClamd, kills: number) {
  for (let kill = 0; kill < kills; kill++) {
    const { token } = await newVendor(product)
    const file = (more: string) => `Name,Phone\n${`${randomUUID()},+919876543210\n`.repeat(20_000)}${more}`
    const both = Promise.all([upload(product, file(''), { token }), upload(product, file(TEST_VIRUS), { token })])
    if (kill % 2 === 0) await both
    await clamd.kill('SIGKILL')
    const [clean, infected] = await both
    await clamd.restart()
    await untilStatus(product, token, clean.body.jobId, 'PENDING_REVIEW')
    const { history } = await untilStatus(product, token, infected.body.jobId, 'QUARANTINED')
    expect(history).toHaveLength(3)
  }
}
