import { newFileKey } from '../../../platform/crypto/file-cipher.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import { reseal } from '../../../platform/crypto/reseal.ts'

const FILE_KEY = 'invoice.file-key'

/**
 * Created with the document, not with the file, so that two workers that render it at the same time write identical
 * files.
 */
export const sealNewFileKey = (cipher: FieldCipher) => cipher.sealBytes(FILE_KEY, newFileKey())
export const openFileKey = (cipher: FieldCipher, sealed: Buffer) => cipher.openBytes(FILE_KEY, sealed)
export const resealFileKey = (cipher: FieldCipher, sealed: Buffer) => reseal(cipher, FILE_KEY, sealed)
