import { type Example, examples } from './example.ts'
import { vendorOfEveryTable } from './tenant.ts'

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
const said = (what: string, text: string, ...sentences: string[]): Example[] =>
  examples(vendorOfEveryTable, [what, { [SQL]: TABLES + text }, ...sentences])
const taking = (body: string) => `export const f = (db: Db, vendorId: VendorId, id: string) => ${body}\n`
const WHERE = ".where('vendor_id', '=', vendorId).where('id', '=', id)"

export const TENANT_EXAMPLES: readonly Example[] = [
  ...said(
    'by an id alone',
    taking("db.selectFrom('contact').where('id', '=', id)"),
    `${SQL}:11: f touches contact and names the vendor for 0 of them`,
  ),
  ...said('a vendor that is only read', taking("db.selectFrom('contact').select('vendor_id')"), 'f touches contact'),
  ...said('a delete', taking("tx.deleteFrom('contact').where('id', '=', id)"), 'f touches contact'),
  ...said(
    'a join by id',
    taking(`db.selectFrom('contact').innerJoin('label', 'label.id', 'contact.id')${WHERE}`),
    'f touches contact, label and names the vendor for 1 of them',
  ),
  ...said(
    'in words, one statement of two',
    taking('sql`with gone as (delete from contact where id = 1) select 1 from label where vendor_id = $1`'),
    'f touches contact, label and names the vendor for 1 of them',
  ),
  ...said('in a helper', "const helper = (db: Db, id: string) => db.selectFrom('label')\n", 'helper touches label'),
  ...said('named', taking(`db.selectFrom('contact')${WHERE}`)),
  ...said(
    'a join by the vendor',
    taking(`db.selectFrom('contact').innerJoin('label', (j) => j.onRef('a.vendor_id', '=', 'b.vendor_id'))${WHERE}`),
  ),
  ...said(
    'joins in words',
    taking('sql`select 1 from contact c join label using (vendor_id, id) where c.vendor_id = $1`'),
  ),
  ...said('a table of nobody', taking("db.selectFrom('country')")),
  ...said('of all vendors, which another rule asks about', "export const f = (db: Db) => db.selectFrom('contact')\n"),
]
