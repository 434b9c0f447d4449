/** The opening tags of an element with any prefix, without the closing angle bracket. */
export const tagsNamed = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${element}\\s[^<]*`, 'g'))].map(([tag]) => tag)

/** Parsed in order, so that text inside quotes or after the tag cannot pass for an attribute. */
export function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of tag.matchAll(/\s([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[name] ??= unescapeXml(double ?? single ?? '').trim()
  return attributes
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes entities; otherwise `&#69;xternal` would not be recognised. */
function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
