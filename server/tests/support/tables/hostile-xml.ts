import type { SeededRandom } from '../random/seeded-random.ts'
import type { HostileKind } from './hostile-kind.ts'
import { asDigits, padding } from './padding.ts'
import { relationships, SHEET, utf16be } from './workbook.ts'
import { sheetXml, writtenWorkbook } from './written-workbook.ts'

const RELS = 'xl/_rels/workbook.xml.rels'
const ROW = '<row r="1"><c r="A1" t="s" s="0"><v>0</v></c></row>'
const PARTS: Readonly<Record<string, string>> = {
  [SHEET]: sheetXml(ROW),
  'xl/sharedStrings.xml': '<sst><si><t>a</t></si></sst>',
  'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>',
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
  [RELS]: relationships(
    { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
    { id: 'rId2', type: 'sharedStrings', target: 'sharedStrings.xml' },
    { id: 'rId3', type: 'styles', target: 'styles.xml' },
  ),
}

/** The workbook from which the damaged ones are made. */
export const unspoiled = () =>
  writtenWorkbook(ROW, {
    strings: '',
    styles: '',
    more: Object.entries(PARTS).map(([name, content]) => ({ name, content })),
  })

/** A valid workbook with one random part damaged. */
const spoiled = (
  what: string,
  isRefused: boolean,
  spoil: (xml: string, random: SeededRandom) => string | Buffer,
): HostileKind => ({
  what,
  isRefused,
  make(random) {
    const name = random.pick(Object.keys(PARTS))
    const content = spoil((PARTS[name] ?? '').replace(/^<\?xml.*?\?>\s*/, ''), random)
    return writtenWorkbook(ROW, { strings: '<si><t>a</t></si>', styles: '', more: [{ name, content }] })
  },
})
const inRoot = (xml: string, inner: string) => xml.replace(/(?=<\/\w+>$)/, () => inner)
const laughs = (depth: number) =>
  Array.from({ length: depth }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')

/** Document types, entities, floods and broken XML, in every part that is read. */
export const hostileXml: readonly HostileKind[] = [
  spoiled('a document type', true, (xml) => `<!DOCTYPE x>${xml}`),
  spoiled(
    'a billion laughs',
    true,
    (xml, c) => `<!DOCTYPE x [<!ENTITY e0 "ha">${laughs(5 + c.below(5))}]>${inRoot(xml, '<a>&e9;</a>')}`,
  ),
  spoiled(
    'quadratic growth',
    true,
    (xml, c) => `<!DOCTYPE x [<!ENTITY e "${'a'.repeat(50_000)}">]>${inRoot(xml, '&e;'.repeat(c.below(9999)))}`,
  ),
  spoiled(
    'an entity from a file',
    true,
    (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>${inRoot(xml, '&e;')}`,
  ),
  spoiled(
    'an entity from the network',
    true,
    (xml, c) => `<!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1:${1024 + c.below(999)}/">]>${inRoot(xml, '&e;')}`,
  ),
  spoiled('a document type from the network', true, (xml) => `<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">${xml}`),
  spoiled('a parameter entity', true, (xml) => `<!DOCTYPE x [<!ENTITY % e SYSTEM "file:///etc/hostname"> %e;]>${xml}`),
  spoiled(
    'a document type that never ends',
    true,
    (xml, c) => `<!DOCTYPE x [${'<!-- -->'.repeat(c.below(99_999))}${xml}`,
  ),
  spoiled('a document type behind the root', true, (xml) => `${xml}<!DOCTYPE x>`),
  spoiled('a document type in UTF-16', true, (xml) => utf16be(`<!DOCTYPE x>${xml}`)),
  spoiled('an entity that nobody declared', true, (xml, c) =>
    inRoot(xml, `<a>&${c.pick(['nbsp', 'e', 'toString', '__proto__', 'constructor'])};</a>`),
  ),
  spoiled('an entity without an end', true, (xml, c) => inRoot(xml, `<a>&${'a'.repeat(c.below(99_999))}</a>`)),
  spoiled('a flood of numeric entities', false, (xml, c) => inRoot(xml, `<a>${'&#65;'.repeat(c.below(99_999))}</a>`)),
  spoiled('a flood of numeric entities past the limit', true, (xml, c) =>
    inRoot(xml, `<a>${padding('&#x10FFFF;', 150_000, c, asDigits)}</a>`),
  ),
  spoiled('a numeric entity that is no character', true, (xml, c) =>
    inRoot(xml, `<a>&#${c.pick(['0', 'xD800', 'x110000', 'x', '', '-1', 'xFFFFFFFFF', '1e3'])};</a>`),
  ),
  spoiled('nesting without end', true, (xml, c) => inRoot(xml, '<a>'.repeat(101 + c.below(99_999)))),
  spoiled('nesting too deep', true, (xml, c) => inRoot(xml, '<a>'.repeat(100 + c.below(999)) + '</a>'.repeat(100))),
  spoiled('a tag that never ends', true, (xml, c) => inRoot(xml, `<a ${'b="c" '.repeat(c.below(9))}`)),
  spoiled('an attribute that never ends', true, (xml, c) =>
    inRoot(xml, `<a b="${padding('a', 1_100_000, c, asDigits)}`),
  ),
  spoiled('attributes by the thousand', false, (xml, c) =>
    inRoot(xml, `<a ${Array.from({ length: c.below(20_000) }, (_, i) => `a${i}=""`).join(' ')}/>`),
  ),
  spoiled('an attribute twice', true, (xml) => inRoot(xml, '<a b="" b=""/>')),
  spoiled('attributes named by the language', false, (xml) => inRoot(xml, '<a __proto__="1" constructor="2" r="3"/>')),
  spoiled('a comment that never ends', true, (xml, c) => inRoot(xml, `<!--${'a'.repeat(c.below(999_999))}`)),
  spoiled('CDATA that never ends', true, (xml, c) => inRoot(xml, `<a><![CDATA[${'a'.repeat(c.below(999_999))}`)),
  spoiled('an instruction that never ends', true, (xml) => inRoot(xml, '<?a ')),
  spoiled('a declaration in the middle', true, (xml) => inRoot(xml, '<?xml version="1.0"?>')),
  spoiled('XML 1.1', true, (xml) => `<?xml version="1.1"?>${xml}`),
  spoiled(
    'an unusual encoding',
    true,
    (xml, c) => `<?xml version="1.0" encoding="${c.pick(['UTF-7', 'EBCDIC', 'utf-32', 'windows-1252', ''])}"?>${xml}`,
  ),
  spoiled('UTF-32', true, (xml) => Buffer.concat([...xml].map((char) => Buffer.from([0, 0, 0, char.charCodeAt(0)])))),
  spoiled('bytes that are no UTF-8', true, (xml, c) =>
    Buffer.concat([
      Buffer.from(xml.slice(0, -3)),
      Buffer.from([c.pick([0x80, 0xc0, 0xff, 0xed])]),
      Buffer.from(xml.slice(-3)),
    ]),
  ),
  spoiled('a character cut at the end', true, (xml) => Buffer.concat([Buffer.from(xml), Buffer.from([0xe2, 0x82])])),
  spoiled('a NUL', true, (xml) => inRoot(xml, '<a>\0</a>')),
  spoiled('a control character', true, (xml, c) => inRoot(xml, `<a>${String.fromCharCode(1 + c.below(8))}</a>`)),
  spoiled('tags that cross', true, (xml) => inRoot(xml, '<a><b></a></b>')),
  spoiled('two roots', true, (xml) => xml + xml),
  spoiled('text behind the root', true, (xml) => `${xml}x`),
  spoiled('nothing at all', true, () => ''),
  spoiled('only white space', true, (_xml, c) => ' '.repeat(1 + c.below(999))),
  spoiled('a part cut short', true, (xml, c) => xml.slice(0, 1 + c.below(xml.length - 2))),
  spoiled('some characters changed', false, (xml, c) => {
    const chars = [...xml]
    for (let i = 0; i <= c.below(5); i++) chars[c.below(chars.length)] = c.pick([...'<>&"\'/= a1;:!?[]-'])
    return chars.join('')
  }),
]
