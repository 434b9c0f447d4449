import { ATTRIBUTE_BYTES_PER_CONTACT_MAX, ATTRIBUTES_PER_CONTACT_MAX } from '../limits.ts'

type Attributes = Readonly<Record<string, string | null>>

/** A character of UTF-16 has at most this many bytes in UTF-8. */
const CHAR_BYTES_MAX = 3

/** Whether names and values have at most this many bytes. The bytes of short texts need not be counted. */
export function areWithinBytes(attributes: Attributes, bytesMax: number): boolean {
  let chars = 0
  for (const name in attributes) chars += name.length + (attributes[name]?.length ?? 0)
  return chars * CHAR_BYTES_MAX <= bytesMax || (chars <= bytesMax && attributeBytes(attributes) <= bytesMax)
}

export function attributeBytes(attributes: Attributes): number {
  let bytes = 0
  for (const name in attributes) bytes += Buffer.byteLength(name) + Buffer.byteLength(attributes[name] ?? '')
  return bytes
}

/** Whether one contact may have all of these. */
export const fitContact = (attributes: Attributes): boolean =>
  areWithinBytes(attributes, ATTRIBUTE_BYTES_PER_CONTACT_MAX) &&
  Object.keys(attributes).length <= ATTRIBUTES_PER_CONTACT_MAX
