import { sharedWithThreads } from '../../../platform/concurrency/threads.ts'
import { createBlindIndex } from '../../../platform/crypto/blind-index.ts'
import { type FieldCipher, type FieldKeys, fieldCipher } from '../../../platform/crypto/keyring.ts'
import { type ContactCodec, contactCodec, passingCodec } from '../../contacts/codec.ts'

/** What a thread needs to read and write a vendor's data. */
export interface ThreadCodec {
  cipher: FieldCipher
  codec: ContactCodec
  passing: ReturnType<typeof passingCodec>
}

/** A thread works on one import for a while: the last vendor's codec, with the words it remembers, is kept. */
let last: { vendorId: string; sealWith: number; made: ThreadCodec } | undefined

export function threadCodec(keys: FieldKeys): ThreadCodec {
  if (last?.vendorId === keys.vendorId && last.sealWith === keys.sealWith) return last.made
  const cipher = fieldCipher(keys)
  const blindIndex = createBlindIndex(Buffer.from(sharedWithThreads().blindIndexKey))
  const { vendorId } = keys
  const codec = contactCodec(vendorId, cipher, blindIndex)
  const made = { cipher, codec, passing: passingCodec(vendorId, cipher, blindIndex) }
  last = { vendorId: keys.vendorId, sealWith: keys.sealWith, made }
  return made
}
