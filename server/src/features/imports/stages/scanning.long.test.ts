import { test } from 'vitest'
import { atEnd } from '../../../../tests/support/cleanup.ts'
import { killScanner } from '../../../../tests/support/imports/scanner-kills.ts'
import { startProduct } from '../../../../tests/support/product.ts'
import { startClamd } from '../../../../tests/support/services/clamd.ts'
import { requireProgram } from '../../../../tests/support/services/require-program.ts'

const KILLS = 20

test.skipIf(!requireProgram('clamd', 'killing clamd while it scans'))(
  `clamd killed ${KILLS} times: every import waits for its verdict, and gets the right one`,
  async () => {
    const clamd = await startClamd()
    atEnd(() => clamd.stop())
    const product = await startProduct({ env: { CLAMD_URL: clamd.tcpUrl, UPLOADS_PER_MINUTE: '100000' } })
    await killScanner(product, clamd, KILLS)
  },
)
