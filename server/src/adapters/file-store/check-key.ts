import { FILE_KEY } from '../../ports/file-store.ts'

const KEY_CHARS_MAX = 512

/** Keys are made by us: one that does not fit is a slip in the code, and must never reach a path or a URL. */
export function checkKey(key: string): string {
  if (key.length > KEY_CHARS_MAX || !FILE_KEY.test(key)) throw new RangeError('not a file key')
  return key
}
