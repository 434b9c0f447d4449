import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { atEnd } from '../../../tests/support/at-end.ts'
import { startClamd, TEST_VIRUS } from '../../../tests/support/clamd.ts'
import { untilStatus, upload } from '../../../tests/support/imports.ts'
import { requireProgram } from '../../../tests/support/missing.ts'
import { newVendor, startProduct } from '../../../tests/support/product.ts'

const KILLS = 20

test.skipIf(!requireProgram('clamd', 'killing clamd while it scans'))(
  `clamd killed ${KILLS} times: every import waits for its verdict, and gets the right one`,
  async () => {
    const clamd = await startClamd()
    atEnd(() => clamd.stop())
    const product = await startProduct({ env: { CLAMD_URL: clamd.tcpUrl, UPLOADS_PER_MINUTE: '100000' } })
    for (let kill = 0; kill < KILLS; kill++) {
      const { token } = await newVendor(product)
      const file = (more: string) => `Name,Phone\n${`${randomUUID()},+919876543210\n`.repeat(20_000)}${more}`
      const both = Promise.all([upload(product, file(''), { token }), upload(product, file(TEST_VIRUS), { token })])
      // before, while or after the files are there, as it happens
      if (kill % 2 === 0) await both
      await clamd.kill('SIGKILL')
      const [clean, infected] = await both
      await clamd.restart()
      await untilStatus(product, token, clean.body.jobId, 'PENDING_REVIEW')
      const { history } = await untilStatus(product, token, infected.body.jobId, 'QUARANTINED')
      expect(history).toHaveLength(3)
    }
  },
)
