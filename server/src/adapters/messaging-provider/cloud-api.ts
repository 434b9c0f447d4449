import { FormData } from 'undici'
import { z } from 'zod'
import { TEMPLATE_CATEGORIES } from '../../domain/template/template.ts'
import {
  type MessagingProvider,
  type OutgoingMessage,
  ProviderRefused,
  ProviderUnavailable,
  type SendOutcome,
} from '../../ports/messaging-provider.ts'
import { type CloudApiCall, type CloudApiSettings, cloudApiCalls, type Exchange, readError } from './cloud-api-call.ts'
import { type CallbackSettings, cloudApiCallbacks } from './cloud-api-callbacks.ts'

const Accepted = z.object({
  messages: z.array(z.object({ id: z.string().min(1), message_status: z.string().optional() })).min(1),
})
const Receipt = z.object({
  id: z.union([z.string(), z.int()]).transform(String),
  status: z.string(),
  category: z.enum(TEMPLATE_CATEGORIES),
})
const Listed = z.object({
  data: z.array(z.looseObject({ name: z.string(), language: z.string(), ...Receipt.shape })),
})
const MediaId = z.object({ id: z.union([z.string(), z.int()]).transform(String) })
const Handle = z.object({ h: z.string() })
const Anything = z.unknown()

/** The provider's Graph API. The version is a setting, because versions expire while the product is in use. */
export function cloudApiProvider(
  settings: CloudApiSettings & CallbackSettings,
): MessagingProvider & { close(): Promise<void> } {
  const api = cloudApiCalls(settings)
  const { phoneNumberId, wabaId, appId } = settings

  async function callApi<S extends z.ZodType>(call: CloudApiCall, schema: S): Promise<z.output<S>> {
    const exchange = await api.exchange(call)
    if (exchange.kind !== 'response') throw new ProviderUnavailable('the provider did not respond')
    const error = readError(exchange.json)
    if (error) throw toRefusal(error)
    const parsed = schema.safeParse(exchange.json)
    if (exchange.status !== 200 || !parsed.success)
      throw new ProviderUnavailable(`the provider responded ${exchange.status} with an unreadable body`)
    return parsed.data
  }

  return {
    ...cloudApiCallbacks(settings),

    async send(message) {
      const body = JSON.stringify(bodyOf(message))
      return outcomeOf(await api.exchange({ method: 'POST', path: `/${phoneNumberId}/messages`, body }))
    },

    async createTemplate({ name, language, category, parameterFormat, components }) {
      const body = JSON.stringify({ name, language, category, parameter_format: parameterFormat, components })
      const receipt = await callApi({ method: 'POST', path: `/${wabaId}/message_templates`, body }, Receipt)
      return { providerId: receipt.id, status: receipt.status, category: receipt.category }
    },

    async editTemplate(providerId, { category, parameterFormat, components }) {
      const body = JSON.stringify({ category, parameter_format: parameterFormat, components })
      await callApi({ method: 'POST', path: `/${providerId}`, body }, Anything)
    },

    async findTemplate(name, language) {
      // The filter also matches parts of names.
      const query = new URLSearchParams({ name, fields: 'id,name,language,status,category', limit: '250' })
      const { data } = await callApi({ method: 'GET', path: `/${wabaId}/message_templates?${query}` }, Listed)
      const found = data.find((template) => template.name === name && template.language === language)
      return found && { providerId: found.id, status: found.status, category: found.category }
    },

    async deleteTemplate(name, providerId) {
      const query = new URLSearchParams({ name, hsm_id: providerId })
      try {
        await callApi({ method: 'DELETE', path: `/${wabaId}/message_templates?${query}` }, Anything)
      } catch (error) {
        if (!(error instanceof ProviderRefused && error.code === 100)) throw error // 100: the template no longer exists
      }
    },

    async uploadMedia({ contentType, fileName, bytes }) {
      const form = new FormData()
      form.append('messaging_product', 'whatsapp')
      form.append('type', contentType)
      form.append('file', new Blob([new Uint8Array(bytes)], { type: contentType }), fileName)
      const { id } = await callApi({ method: 'POST', path: `/${phoneNumberId}/media`, body: form }, MediaId)
      return { mediaId: id }
    },

    async uploadExample({ contentType, fileName, bytes }) {
      const query = new URLSearchParams({
        file_name: fileName,
        file_length: String(bytes.length),
        file_type: contentType,
      })
      const { id } = await callApi({ method: 'POST', path: `/${appId}/uploads?${query}` }, MediaId)
      const headers = { file_offset: '0', 'content-type': 'application/octet-stream' }
      const { h } = await callApi({ method: 'POST', path: `/${id}`, body: bytes, headers }, Handle)
      return { handle: h }
    },

    close: api.close,
  }
}

function bodyOf({ to, reference, content }: OutgoingMessage) {
  const common = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    biz_opaque_callback_data: reference,
  }
  if (content.type === 'template') {
    const { name, language, components } = content
    return { ...common, type: 'template', template: { name, language: { code: language }, components } }
  }
  const context = content.replyTo === undefined ? {} : { context: { message_id: content.replyTo } }
  return { ...common, type: 'text', text: { preview_url: false, body: content.body }, ...context }
}

/** Only a readable body is an answer. In every other case after the request began, the message may have been sent. */
function outcomeOf(exchange: Exchange): SendOutcome {
  if (exchange.kind !== 'response') return exchange
  const error = readError(exchange.json)
  if (error) {
    const { code, message } = error
    return { kind: 'refused', code, message, waitSeconds: regainSeconds(exchange.headers) }
  }
  const accepted = Accepted.safeParse(exchange.json)
  const [first] = accepted.success ? accepted.data.messages : []
  if (!first) return { kind: 'unknown' }
  return { kind: 'accepted', wamid: first.id, isHeld: first.message_status === 'held_for_quality_assessment' }
}

/** How long the account is throttled; given in minutes in a JSON header. */
function regainSeconds(headers: Record<string, string | string[] | undefined>): number | undefined {
  const usage = String(headers['x-business-use-case-usage'] ?? '')
  const minutes = [...usage.matchAll(/"estimated_time_to_regain_access":\s*(\d{1,5})/g)].map((match) =>
    Number(match[1]),
  )
  return minutes.length > 0 && Math.max(...minutes) > 0 ? Math.max(...minutes) * 60 : undefined
}

function toRefusal(error: NonNullable<ReturnType<typeof readError>>): ProviderRefused {
  const message = error.error_user_msg ?? error.error_data?.details ?? error.message
  return new ProviderRefused(error.code, error.error_subcode, message)
}
