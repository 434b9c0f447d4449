import { newFileKey } from '../../../platform/crypto/file-cipher.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'

const STORAGE_KEY = 'invoice.file-key'

/**
 * Created with the document, not with the file, so that two workers that render it at the same time write identical
 * files.
 */
export const sealNewFileKey = (cipher: FieldCipher) => cipher.sealBytes(STORAGE_KEY, newFileKey())
export const openFileKey = (cipher: FieldCipher, sealed: Buffer) => cipher.openBytes(STORAGE_KEY, sealed)
