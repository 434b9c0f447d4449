/** What the provider does with a call: accept it, refuse it with a code, or accept it and lose the answer. */
export type SendScript = 'accept' | 'lose-answer' | number

export interface AcceptedCall {
  wamid: string
  to: string
  reference: string
}

export interface ProviderReply {
  status: number
  /** No answer at all when undefined: the connection is cut. */
  body: unknown
}

/** The messaging provider: what the product sent to it, and what it answers. Its callbacks are sent by the walk. */
export class FakeProvider {
  readonly accepted: AcceptedCall[] = []
  /** Template ids by the name that the provider knows. */
  readonly templates = new Map<string, string>()
  script: SendScript = 'accept'
  private ids = 0

  clear() {
    this.accepted.length = 0
    this.templates.clear()
    this.script = 'accept'
  }

  answer(method: string, path: string, body: Record<string, unknown>): ProviderReply {
    const resource = path.split('/').at(-1)?.split('?')[0]
    if (resource === 'messages') return this.send(body)
    if (resource === 'message_templates' && method === 'POST') return this.createTemplate(body)
    if (resource === 'message_templates' && method === 'GET') return { status: 200, body: { data: [] } }
    return { status: 200, body: { success: true } }
  }

  private send(body: Record<string, unknown>): ProviderReply {
    if (typeof this.script === 'number')
      return { status: 400, body: { error: { code: this.script, message: 'refused', type: 'OAuthException' } } }
    const wamid = `wamid.S${++this.ids}`
    this.accepted.push({ wamid, to: String(body['to']), reference: String(body['biz_opaque_callback_data']) })
    if (this.script === 'lose-answer') return { status: 200, body: undefined }
    return { status: 200, body: { messaging_product: 'whatsapp', messages: [{ id: wamid }] } }
  }

  private createTemplate(body: Record<string, unknown>): ProviderReply {
    const id = String(1_000_000 + ++this.ids)
    this.templates.set(String(body['name']), id)
    return { status: 200, body: { id, status: 'PENDING', category: body['category'] } }
  }
}
