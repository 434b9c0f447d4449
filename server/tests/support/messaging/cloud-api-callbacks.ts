import { SANDBOX_SECRETS } from '../../../src/platform/config/config.ts'
import type { ProviderEvent } from '../../../src/ports/provider-events.ts'
import { callbackOf, signatureOf } from './provider-callbacks.ts'

/** What the contract test needs to know about the callback format of an adapter. */
export interface CallbackFormat {
  /** The headers of a genuine callback. */
  sign(body: Buffer): Record<string, string>
  /** The headers of callbacks that are not from the provider. */
  forgeries(body: Buffer): Record<string, string>[]
  /** A callback for each kind of event, with the event that it reports. */
  samples: { [Kind in ProviderEvent['kind']]: { body: Buffer; event: Extract<ProviderEvent, { kind: Kind }> } }
  /** Several events with items that cannot be read between them, and how many events remain. */
  damaged: { body: Buffer; kinds: ProviderEvent['kind'][] }
  /** A readable callback with fields that the platform does not know. */
  unknown: Buffer
  /** Bodies that are not callbacks. */
  malformed: Buffer[]
  handshake: { query: Record<string, string>; answer: string; refused: Record<string, unknown>[] }
}

const SECONDS = 1_790_000_000
const AT = new Date(SECONDS * 1_000)
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const change = (field: string, value: object) => bytes(callbackOf([{ field, value }], SECONDS))

const status = { id: 'wamid.A', status: 'delivered', timestamp: String(SECONDS), pricing: { category: 'utility' } }
const failed = {
  id: 'wamid.B',
  status: 'failed',
  timestamp: SECONDS,
  biz_opaque_callback_data: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e5f',
  errors: [{ code: 131026, title: 'Undeliverable' }],
}
const inbound = {
  id: 'wamid.C',
  from: '919876543210',
  type: 'text',
  timestamp: String(SECONDS),
  text: { body: 'Hello' },
  context: { id: 'wamid.A' },
}
const preference = { wa_id: '919876543210', category: 'marketing_messages', value: 'stop', timestamp: SECONDS }
// An id above 2^53, which a JavaScript number would round.
const template =
  '"message_template_id":90071992547409931,"message_template_name":"h1_offer","message_template_language":"en-US"'
const TEMPLATE = { providerId: '90071992547409931', name: 'h1_offer', language: 'en-US' }
const templateChange = (field: string, members: string) =>
  Buffer.from(`{"entry":[{"time":${SECONDS},"changes":[{"field":"${field}","value":{${template},${members}}}]}]}`)

export const CLOUD_API_FORMAT: CallbackFormat = {
  sign: (body) => ({ 'x-hub-signature-256': signatureOf(body) }),
  forgeries: (body): Record<string, string>[] => [
    {},
    { 'x-hub-signature-256': '' },
    { 'x-hub-signature-256': signatureOf(body, 'another secret') },
    { 'x-hub-signature-256': signatureOf(Buffer.concat([body, Buffer.from(' ')])) },
    { 'x-hub-signature-256': signatureOf(body).replace('sha256=', '') },
    { 'x-hub-signature-256': signatureOf(body).toUpperCase() },
  ],
  samples: {
    'status-updates': {
      body: change('messages', { statuses: [status, failed] }),
      event: {
        kind: 'status-updates',
        updates: [
          { wamid: 'wamid.A', status: 'delivered', at: AT, category: 'utility' },
          { wamid: 'wamid.B', status: 'failed', at: AT, reference: failed.biz_opaque_callback_data, errorCode: 131026 },
        ],
      },
    },
    'inbound-messages': {
      body: change('messages', {
        contacts: [{ wa_id: '919876543210', profile: { name: 'Asha' } }],
        messages: [inbound],
      }),
      event: {
        kind: 'inbound-messages',
        messages: [
          {
            wamid: 'wamid.C',
            from: '919876543210',
            name: 'Asha',
            type: 'text',
            at: AT,
            contextId: 'wamid.A',
            content: { text: 'Hello' },
          },
        ],
      },
    },
    preferences: {
      body: change('user_preferences', { user_preferences: [preference] }),
      event: { kind: 'preferences', preferences: [{ mobile: '919876543210', value: 'stop', at: AT }] },
    },
    'template-status': {
      body: templateChange('message_template_status_update', '"event":"REJECTED","reason":"INVALID_FORMAT"'),
      event: {
        kind: 'template-status',
        template: TEMPLATE,
        at: AT,
        status: 'REJECTED',
        reason: 'INVALID_FORMAT',
        category: undefined,
      },
    },
    'template-category': {
      body: templateChange('template_category_update', '"previous_category":"UTILITY","new_category":"MARKETING"'),
      event: { kind: 'template-category', template: TEMPLATE, at: AT, category: 'MARKETING' },
    },
    'template-quality': {
      body: templateChange('message_template_quality_update', '"new_quality_score":"YELLOW"'),
      event: {
        kind: 'template-quality',
        template: TEMPLATE,
        at: AT,
        quality: 'YELLOW',
        report: {
          field: 'message_template_quality_update',
          event: 'YELLOW',
          details: { template: 'h1_offer', language: 'en-US' },
        },
      },
    },
    account: {
      body: change('phone_number_quality_update', {
        display_phone_number: '15550783881',
        event: 'FLAGGED',
        current_limit: 'TIER_10K',
      }),
      event: {
        kind: 'account',
        at: AT,
        report: {
          field: 'phone_number_quality_update',
          event: 'FLAGGED',
          details: { display_phone_number: '15550783881', current_limit: 'TIER_10K' },
          quality: 'FLAGGED',
          messagingLimit: 'TIER_10K',
        },
      },
    },
  },
  damaged: {
    body: bytes({
      entry: [
        'not an entry',
        {
          changes: [
            7,
            { field: 'messages', value: { statuses: [{ status: 'read' }, status], messages: [null, inbound] } },
            { field: 'message_template_status_update', value: { event: 'APPROVED' } },
            { field: 'user_preferences', value: { user_preferences: [{ value: 'stop' }, preference] } },
          ],
        },
      ],
    }),
    kinds: ['status-updates', 'inbound-messages', 'preferences'],
  },
  unknown: bytes({
    object: 'whatsapp_business_account',
    more: true,
    entry: [{ id: '1', more: [], changes: [{ field: 'flows', value: { event: 'ENDPOINT_ERROR_RATE' }, more: 1 }] }],
  }),
  malformed: ['', 'null', '[]', '"text"', '{}', '{"entry":{}}', '{"entry":[', '\u0000'].map((text) =>
    Buffer.from(text),
  ),
  handshake: {
    query: {
      'hub.mode': 'subscribe',
      'hub.verify_token': SANDBOX_SECRETS.PROVIDER_VERIFY_TOKEN,
      'hub.challenge': '1158201444',
    },
    answer: '1158201444',
    refused: [
      {},
      { 'hub.mode': 'subscribe', 'hub.verify_token': 'wrong', 'hub.challenge': '1' },
      { 'hub.mode': 'subscribe', 'hub.verify_token': SANDBOX_SECRETS.PROVIDER_VERIFY_TOKEN },
      {
        'hub.mode': 'unsubscribe',
        'hub.verify_token': SANDBOX_SECRETS.PROVIDER_VERIFY_TOKEN,
        'hub.challenge': '1',
      },
      {
        'hub.mode': 'subscribe',
        'hub.verify_token': [SANDBOX_SECRETS.PROVIDER_VERIFY_TOKEN],
        'hub.challenge': '1',
      },
    ],
  },
}
