import { assert } from '../../domain/assert.ts'
import { type FieldCipher, FORMAT } from './keyring.ts'

/** For SQL: the first byte of a value that was sealed with the data key. */
export const SEALED_WITH_DATA_KEY = FORMAT.data_key

/** Seals a value of the books with the books key if the data key sealed it; `cipher` comes from `prepareBooks`. */
export function reseal<Value extends Buffer | null>(cipher: FieldCipher, field: string, sealed: Value): Value {
  if (sealed === null || sealed[0] !== SEALED_WITH_DATA_KEY) return sealed
  const resealed = cipher.sealBytes(field, cipher.openBytes(field, sealed))
  assert(resealed[0] !== SEALED_WITH_DATA_KEY, 'books are resealed with the books key')
  return resealed as Value
}
