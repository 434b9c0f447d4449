import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import type { OutgoingMessage } from '../../../ports/messaging-provider.ts'

/** Recipient and content of a message outside campaigns, as stored in its row. */
export interface SingleContent {
  /** `+` and digits. */
  to: string
  content: OutgoingMessage['content']
}

const CONTENT = 'message.content'

export const sealContent = (cipher: FieldCipher, single: SingleContent) => cipher.seal(CONTENT, JSON.stringify(single))

export const openContent = (cipher: FieldCipher, sealed: Uint8Array): SingleContent =>
  JSON.parse(cipher.open(CONTENT, sealed))
