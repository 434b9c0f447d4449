import { sharedWithThreads } from '../../../platform/concurrency/threads.ts'
import { createBlindIndex, sharedVersion } from '../../../platform/crypto/blind-index.ts'
import { type FieldCipher, type FieldKeys, fieldCipher } from '../../../platform/crypto/keyring.ts'
import { bulkContactCodec, type ContactCodec, contactCodec } from '../../contacts/codec.ts'
import { rowIdCodec } from '../lineage/row-id.ts'

/** The codecs a thread needs to read and write a vendor's data. */
export interface ThreadCodec {
  cipher: FieldCipher
  codec: ContactCodec
  bulkCodec: ReturnType<typeof bulkContactCodec>
  /** A keyed 64-bit hash of what an import does with a contact, to tell whether that has changed. */
  digest(result: unknown): bigint
  rowIds: ReturnType<typeof rowIdCodec>
}

const RESULT = 'import.result'

/** A thread works on one import for a while, so the last vendor's codec is cached with its memoized name tokens. */
let last: { vendorId: string; sealWith: number; version: number; codec: ThreadCodec } | undefined

export function threadCodec(keys: FieldKeys): ThreadCodec {
  const { blindIndexKeys, blindIndexVersion } = sharedWithThreads()
  const version = Atomics.load(blindIndexVersion, 0)
  if (last?.vendorId === keys.vendorId && last.sealWith === keys.sealWith && last.version === version) return last.codec
  const cipher = fieldCipher(keys)
  // One codec is of one version, because it memoizes.
  const blindIndex = createBlindIndex(
    blindIndexKeys.map((key) => Buffer.from(key)),
    sharedVersion(version),
  )
  const { vendorId } = keys
  const resultHash = blindIndex.constantHasherFor(RESULT, vendorId)
  const codec = {
    cipher,
    codec: contactCodec(vendorId, cipher, blindIndex),
    bulkCodec: bulkContactCodec(vendorId, cipher, blindIndex),
    digest: (result: unknown) => resultHash(JSON.stringify(result)).readBigInt64BE(),
    rowIds: rowIdCodec(blindIndex, vendorId),
  }
  last = { vendorId, sealWith: keys.sealWith, version, codec }
  return codec
}
