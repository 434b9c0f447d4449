import { STORAGE_KEY } from '../../ports/file-store.ts'

const KEY_CHARS_MAX = 512

/** We generate all keys: one that does not match is a bug and must never reach a path or a URL. */
export function assertStorageKey(key: string): string {
  if (key.length > KEY_CHARS_MAX || !STORAGE_KEY.test(key)) throw new RangeError('not a file key')
  return key
}
