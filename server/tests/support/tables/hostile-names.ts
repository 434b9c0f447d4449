import { posix } from 'node:path'
import type { SeededRandom } from '../random/seeded-random.ts'
import type { HostileKind } from './hostile-kind.ts'
import { relationships, SHEET, workbook } from './workbook.ts'
import { sheetXml } from './written-workbook.ts'

const ONE_ROW = sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>')
const SECRET = '/etc/hostname'

/** A sheet whose relationship points elsewhere, with a sheet at that place in the archive. */
const target = (
  what: string,
  isRefused: boolean,
  of: (random: SeededRandom) => string,
  mode?: string,
): HostileKind => ({
  what,
  isRefused,
  make(random) {
    const to = of(random)
    const leading = { id: 'rId1', type: 'worksheet', target: to, ...(mode ? { mode } : {}) }
    return workbook([
      { name: 'xl/_rels/workbook.xml.rels', content: relationships(leading) },
      { name: posix.resolve('/xl', to).slice(1), content: ONE_ROW },
    ])
  },
})

const entry = (what: string, of: (random: SeededRandom) => string, unixMode = 0): HostileKind => ({
  what,
  isRefused: false,
  make: (random) =>
    workbook([
      { name: SHEET, content: ONE_ROW },
      { name: of(random), content: SECRET, unixMode },
    ]),
})

const up = (random: SeededRandom) => '../../'.repeat(1 + random.below(9))

/** Part names and relationship targets that try to leave the archive. */
export const hostileNames: readonly HostileKind[] = [
  target('a target that climbs out', true, (c) => `${up(c)}etc/hostname`),
  target('a target that climbs out and in again', true, (c) => `${up(c)}etc/xl/worksheets/sheet.xml`),
  target('a target that climbs out by backslashes', true, (c) => up(c).replaceAll('/', '\\').concat('sheet.xml')),
  target('an absolute target', true, () => SECRET),
  target('a target with a drive', true, () => 'C:\\Windows\\win.ini'),
  target('a file address', true, () => 'file:///etc/hostname'),
  target('an outside address', true, (c) => `http://127.0.0.1:${1024 + c.below(9999)}/xl/sheet.xml`, 'External'),
  target('a network share', true, () => '\\\\127.0.0.1\\share\\sheet.xml', 'External'),
  target('a device', true, () => '/dev/stdin'),
  target('a target outside xl/', true, (c) => `/${c.pick(['docProps', 'customXml', 'word'])}/item.xml`),
  target('the relationships themselves', true, () => '_rels/workbook.xml.rels'),
  target('the workbook itself', false, () => '/xl/workbook.xml'),
  target('an empty target', true, () => ''),
  target('a target with a NUL', true, () => 'worksheets/sheet1.xml&#0;'),
  target('a target of the language', true, (c) => c.pick(['__proto__', 'constructor', 'toString'])),
  target('a target in another script', false, () => 'worksheets/शीट.xml'),
  target('a very long target', false, (c) => `worksheets/${'a'.repeat(1000 + c.below(60_000))}.xml`),
  entry('a part that climbs out', (c) => `${up(c)}etc/cron.d/x`),
  entry('a part that climbs out by backslashes', (c) => up(c).replaceAll('/', '\\').concat('x')),
  entry('a part with an absolute name', () => SECRET),
  entry('a part with a drive', () => 'C:/x'),
  entry('a part with a NUL', () => 'xl/a\0.xml'),
  entry('a symbolic link', (c) => `xl/link${c.below(9)}`, 0o120777),
  entry('a part without a name', () => ''),
  entry('a part named by the language', (c) => c.pick(['__proto__', 'constructor', 'hasOwnProperty'])),
]
