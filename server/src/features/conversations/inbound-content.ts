import type { InboundContent } from '../../domain/messaging/inbound/inbound.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'

const CONTENT = 'inbound.content'

export const sealInbound = (cipher: FieldCipher, content: InboundContent) =>
  cipher.seal(CONTENT, JSON.stringify(content))

export const openInbound = (cipher: FieldCipher, sealed: Uint8Array): InboundContent =>
  JSON.parse(cipher.open(CONTENT, sealed))
