import { z } from 'zod'
import type { InboundContent } from '../../domain/messaging/inbound.ts'
import type { Deps } from '../../platform/deps.ts'
import type { InboundMessage } from '../conversations/inbound-message.ts'
import { receiveMessages } from '../conversations/receive.ts'

const SECONDS_MAX = 100_000_000_000
const TEXT_CHARS_MAX = 65_536
const NAME_CHARS_MAX = 500
const CARDS_MAX = 50

/** Whatever is missing or odd is left out: only sender, id and kind must be there. */
const words = z.string().max(TEXT_CHARS_MAX).optional().catch(undefined)
const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined)
const several = <Item extends z.ZodType>(item: Item) => z.array(item).max(CARDS_MAX).optional().catch(undefined)

const Wamid = z.string().regex(/^[\x21-\x7e]{1,512}$/)
const Message = z.object({
  id: Wamid,
  from: z.string().regex(/^\+?\d{5,20}$/),
  type: z.string(),
  timestamp: z.coerce.number().int().positive().max(SECONDS_MAX).optional().catch(undefined),
  context: part({ id: Wamid }),
})
const Reply = part({ id: words, title: words })
const Choice = z.object({ button_reply: Reply, list_reply: Reply, nfm_reply: part({ body: words }) })
const Media = z.object({ mime_type: words, filename: words, caption: words })
const Location = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: words,
  address: words,
})
const Cards = z.array(z.object({ name: part({ formatted_name: words }), phones: several(z.object({ phone: words })) }))
const Order = z.object({
  text: words,
  product_items: several(z.object({ product_retailer_id: words, quantity: z.coerce.number().optional().catch(1) })),
})
const Person = z.object({ wa_id: z.string(), profile: part({ name: words }) })

/** False: some of them cannot be read. All others are received. */
export async function handleMessages(
  deps: Deps,
  messages: readonly unknown[],
  people: readonly unknown[],
  at: Date,
): Promise<boolean> {
  const names = namesOf(people)
  const read = messages.map((message) => newsOf(message, names, at))
  await receiveMessages(
    deps,
    read.flatMap((news) => news ?? []),
  )
  return read.every((news) => news !== undefined)
}

function namesOf(people: readonly unknown[]): Map<string, string> {
  const read = people.flatMap((person) => Person.safeParse(person).data ?? [])
  return new Map(read.map((person) => [person.wa_id, person.profile?.name?.slice(0, NAME_CHARS_MAX) ?? '']))
}

function newsOf(message: unknown, names: ReadonlyMap<string, string>, heardAt: Date): InboundMessage | undefined {
  const { data } = Message.safeParse(message)
  if (!data) return undefined
  const from = data.from.replace('+', '')
  const type = /^[a-z_]{1,40}$/.test(data.type) ? data.type : 'unsupported'
  return {
    wamid: data.id,
    from,
    name: names.get(data.from) ?? names.get(from) ?? '',
    type,
    at: data.timestamp === undefined ? heardAt : new Date(data.timestamp * 1_000),
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

const textIn = (body: unknown, key: string): string => z.object({ [key]: words }).safeParse(body).data?.[key] ?? ''

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
