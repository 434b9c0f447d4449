import { vendorOfEveryTable } from '../tenant.ts'
import { type Example, examples } from './example.ts'

const SQL = 'server/src/features/a/sql.ts'
const TABLES = `declare module '../../platform/db/tables.ts' {
  interface Tables {
    contact: {
      vendor_id: VendorId
      id: string
    }
    label: Named & { vendor_id: VendorId }
    country: { code: string }
  }
}
`
const expectProblems = (what: string, text: string, ...sentences: string[]): Example[] =>
  examples(vendorOfEveryTable, [what, { [SQL]: TABLES + text }, ...sentences])
const taking = (body: string) => `export const f = (db: Db, vendorId: VendorId, id: string) => ${body}\n`
const WHERE = ".where('vendor_id', '=', vendorId).where('id', '=', id)"

export const TENANT_EXAMPLES: readonly Example[] = [
  ...expectProblems(
    'by an id alone',
    taking("db.selectFrom('contact').where('id', '=', id)"),
    `${SQL}:11: f touches contact and names the vendor for 0 of them`,
  ),
  ...expectProblems(
    'a vendor that is only read',
    taking("db.selectFrom('contact').select('vendor_id')"),
    'f touches contact',
  ),
  ...expectProblems('a delete', taking("tx.deleteFrom('contact').where('id', '=', id)"), 'f touches contact'),
  ...expectProblems(
    'a join by id',
    taking(`db.selectFrom('contact').innerJoin('label', 'label.id', 'contact.id')${WHERE}`),
    'f touches contact, label and names the vendor for 1 of them',
  ),
  ...expectProblems(
    'in words, one statement of two',
    taking('sql`with gone as (delete from contact where id = 1) select 1 from label where vendor_id = $1`'),
    'f touches contact, label and names the vendor for 1 of them',
  ),
  ...expectProblems(
    'in a helper',
    "const helper = (db: Db, id: string) => db.selectFrom('label')\n",
    'helper touches label',
  ),
  ...expectProblems('named', taking(`db.selectFrom('contact')${WHERE}`)),
  ...expectProblems(
    'a join by the vendor',
    taking(`db.selectFrom('contact').innerJoin('label', (j) => j.onRef('a.vendor_id', '=', 'b.vendor_id'))${WHERE}`),
  ),
  ...expectProblems(
    'joins in words',
    taking('sql`select 1 from contact c join label using (vendor_id, id) where c.vendor_id = $1`'),
  ),
  ...expectProblems('a table of nobody', taking("db.selectFrom('country')")),
  ...examples(vendorOfEveryTable, [
    'in a helper of statements about all vendors',
    { [SQL]: TABLES, 'server/src/features/a/cross-vendor.sql.ts': "const all = (db: Db) => db.selectFrom('label')\n" },
  ]),
  ...expectProblems(
    'of all vendors, which another rule asks about',
    "export const f = (db: Db) => db.selectFrom('contact')\n",
  ),
]
