import { createHmac } from 'node:crypto'
import { SANDBOX_SECRETS } from '../../../src/platform/config/config.ts'

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)

const wrap = (field: string, value: string, at: Date) =>
  `{"object":"whatsapp_business_account","entry":[{"id":"${SANDBOX_SECRETS.PROVIDER_WABA_ID}","time":${seconds(at)},"changes":[{"field":"${field}","value":${value}}]}]}`

export const statusBody = (
  { wamid, reference }: { wamid: string; reference: string },
  status: string,
  errorCode: number | null,
  at: Date,
) =>
  wrap(
    'messages',
    JSON.stringify({
      statuses: [
        {
          id: wamid,
          status,
          timestamp: String(seconds(at)),
          biz_opaque_callback_data: reference,
          ...(errorCode !== null && { errors: [{ code: errorCode, title: 'failed' }] }),
        },
      ],
    }),
    at,
  )

/** Ids are written without quotes, as the provider does. */
export const templateBody = ([name, id]: readonly [string, string], event: string, at: Date) =>
  wrap(
    'message_template_status_update',
    `{"event":"${event}","message_template_id":${id || 0},"message_template_name":"${name}","message_template_language":"en_US"}`,
    at,
  )

/** What the provider says of its account and the number. */
export const accountBody = (
  { field, event, limit }: { field: string; event: string | null; limit: string | null },
  at: Date,
) =>
  wrap(field, JSON.stringify({ ...(event !== null && { event }), ...(limit !== null && { current_limit: limit }) }), at)

export const inboundBody = (from: string, text: string, name: string, at: Date) =>
  wrap(
    'messages',
    JSON.stringify({
      messages: [{ id: `wamid.in-${name}`, from, type: 'text', timestamp: String(seconds(at)), text: { body: text } }],
    }),
    at,
  )

export const callbackHeaders = (body: string) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', SANDBOX_SECRETS.PROVIDER_APP_SECRET).update(body).digest('hex')}`,
})
