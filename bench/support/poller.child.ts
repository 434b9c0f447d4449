import { request } from 'undici'
import type { Poll } from './poller.ts'

process.on('message', async ({ url, token }: { url: string; token: string }) => {
  const begun = performance.now()
  const { body } = await request(url, { headers: { authorization: `Bearer ${token}` } })
  const answer = await body.json()
  const poll: Poll = { ms: performance.now() - begun, answer }
  process.send?.(poll)
})
