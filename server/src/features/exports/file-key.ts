import type { FieldCipher } from '../../platform/crypto/keyring.ts'

const FILE_KEY = 'export.file-key'

export const sealFileKey = (cipher: FieldCipher, key: Buffer) => cipher.sealBytes(FILE_KEY, key)
export const openFileKey = (cipher: FieldCipher, sealed: Buffer) => cipher.openBytes(FILE_KEY, sealed)
