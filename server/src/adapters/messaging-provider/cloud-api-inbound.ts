import { z } from 'zod'
import type { InboundContent } from '../../domain/messaging/inbound/inbound.ts'
import type { InboundMessage } from '../../ports/provider-events.ts'
import { EpochSeconds, MobileNumber, optionalText, timeOf, Wamid } from './cloud-api-values.ts'

const TEXT_CHARS_MAX = 65_536
const NAME_CHARS_MAX = 500
const CARDS_MAX = 50

/** Invalid parts count as missing: only the sender, the id and the type are required. */
const Text = optionalText(TEXT_CHARS_MAX)
const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined)
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(CARDS_MAX).optional().catch(undefined)

const Message = z.object({
  id: Wamid,
  from: MobileNumber,
  type: z.string(),
  timestamp: EpochSeconds,
  context: part({ id: Wamid }),
})
const Reply = part({ id: Text, title: Text })
const Choice = z.object({ button_reply: Reply, list_reply: Reply, nfm_reply: part({ body: Text }) })
const Media = z.object({ mime_type: Text, filename: Text, caption: Text })
const Location = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: Text,
  address: Text,
})
const Cards = z.array(z.object({ name: part({ formatted_name: Text }), phones: list(z.object({ phone: Text })) }))
const Order = z.object({
  text: Text,
  product_items: list(z.object({ product_retailer_id: Text, quantity: z.coerce.number().optional().catch(1) })),
})
const Profile = z.object({ wa_id: z.string(), profile: part({ name: Text }) })

/** The profile names of the senders, by their number. */
export function namesOf(contacts: readonly unknown[]): Map<string, string> {
  const profiles = contacts.flatMap((contact) => Profile.safeParse(contact).data ?? [])
  return new Map(profiles.map(({ wa_id, profile }) => [wa_id, profile?.name?.slice(0, NAME_CHARS_MAX) ?? '']))
}

/** Undefined when it cannot be read. */
export function readInboundMessage(
  message: unknown,
  names: ReadonlyMap<string, string>,
  at: Date,
): InboundMessage | undefined {
  const { data } = Message.safeParse(message)
  if (!data) return undefined
  const from = data.from.replace('+', '')
  const type = /^[a-z_]{1,40}$/.test(data.type) ? data.type : 'unsupported'
  return {
    wamid: data.id,
    from,
    name: names.get(data.from) ?? names.get(from) ?? '',
    type,
    at: timeOf(data.timestamp, at),
    contextId: data.context?.id,
    content: contentOf(type, (message as Record<string, unknown>)[type]),
  }
}

function contentOf(type: string, body: unknown): InboundContent {
  switch (type) {
    case 'text':
      return { text: textIn(body, 'body') }
    case 'button':
      return { text: textIn(body, 'text'), payload: textIn(body, 'payload') || undefined }
    case 'interactive':
      return choice(Choice.safeParse(body).data)
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return media(Media.safeParse(body).data)
    case 'location':
      return location(Location.safeParse(body).data)
    case 'contacts':
      return { text: (Cards.safeParse(body).data ?? []).map(card).join('\n') }
    case 'reaction':
      return { text: textIn(body, 'emoji') }
    case 'order':
      return order(Order.safeParse(body).data)
    case 'system':
      return { text: textIn(body, 'body') }
    default:
      return { text: '' }
  }
}

const textIn = (body: unknown, key: string): string => z.object({ [key]: Text }).safeParse(body).data?.[key] ?? ''

function choice(body: z.output<typeof Choice> | undefined): InboundContent {
  const reply = body?.button_reply ?? body?.list_reply
  return { text: reply?.title ?? body?.nfm_reply?.body ?? '', payload: reply?.id }
}

const media = (body: z.output<typeof Media> | undefined): InboundContent => ({
  text: body?.caption ?? '',
  media: { mimeType: body?.mime_type ?? 'application/octet-stream', filename: body?.filename ?? null },
})

function location(body: z.output<typeof Location> | undefined): InboundContent {
  if (!body) return { text: '' }
  const { latitude, longitude, name, address } = body
  return { text: [name, address].filter(Boolean).join(', '), location: { latitude, longitude } }
}

const card = ({ name, phones }: z.output<typeof Cards>[number]) =>
  [name?.formatted_name, ...(phones ?? []).map(({ phone }) => phone)].filter(Boolean).join(' ')

const order = (body: z.output<typeof Order> | undefined): InboundContent => ({
  text: [
    body?.text,
    ...(body?.product_items ?? []).map((item) => `${item.quantity} × ${item.product_retailer_id ?? ''}`),
  ]
    .filter(Boolean)
    .join('\n'),
})
