import { createHmac, randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { SANDBOX_SECRETS } from '../../server/src/platform/config/config.ts'

interface Status {
  wamid: string
  reference: string
}

/** A callback of the provider that reports these messages as delivered. */
export function callbackOf(statuses: readonly Status[]): Buffer {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550783881', phone_number_id: SANDBOX_SECRETS.PROVIDER_PHONE_NUMBER_ID },
    statuses: statuses.map(({ wamid, reference }) => ({
      id: wamid,
      status: 'delivered',
      timestamp,
      recipient_id: '910000000000',
      biz_opaque_callback_data: reference,
    })),
  }
  const entry = [{ id: SANDBOX_SECRETS.PROVIDER_WABA_ID, changes: [{ field: 'messages', value }] }]
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
}

/** Posts signed callbacks to all addresses for some seconds. Returns how many were answered with 200. */
export async function postCallbacks(urls: readonly string[], lanes: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let stored = 0
  const pools = urls.map((url) => new Pool(url, { connections: Math.ceil(lanes / urls.length) }))
  const post = async (lane: number) => {
    const pool = pools[lane % pools.length] as Pool
    while (performance.now() < end) {
      const body = callbackOf([{ wamid: `wamid.${randomUUID()}`, reference: randomUUID() }])
      const signature = createHmac('sha256', SANDBOX_SECRETS.PROVIDER_APP_SECRET).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
      const response = await pool.request({ method: 'POST', path: '/webhook/meta', headers, body })
      await response.body.dump()
      if (response.statusCode === 200) stored++
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => post(lane)))
  await Promise.all(pools.map((pool) => pool.close()))
  return stored
}
