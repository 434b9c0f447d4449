import pg from 'pg'

export interface UniqueIndex {
  index: string
  table: string
  columns: string[]
}

/** What keeps rows apart in tables with the column vendor_id: primary keys and unique indexes. */
export async function readUniqueIndexes(url: string): Promise<UniqueIndex[]> {
  return readCatalogue<UniqueIndex>(
    url,
    `select i.indexrelid::regclass::text as index, i.indrelid::regclass::text as table,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = i.indrelid and a.attnum = any(i.indkey) order by a.attnum) as columns
       from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisunique and ${HAS_VENDOR} order by 1`,
  )
}

/** Tables with the column vendor_id that have no primary key. */
export const readTablesWithoutKey = async (url: string): Promise<string[]> =>
  (
    await readCatalogue<{ name: string }>(
      url,
      `select c.relname::text as name from pg_class c
        where ${HAS_VENDOR} and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
        order by 1`,
    )
  ).map(({ name }) => name)

/** Foreign keys between tables with the column vendor_id that do not compare it. */
export const readForeignKeysWithoutVendor = async (url: string): Promise<string[]> =>
  (
    await readCatalogue<{ name: string }>(
      url,
      `select k.conname::text as name from pg_constraint k join pg_class c on c.oid = k.conrelid
        where k.contype = 'f' and ${HAS_VENDOR}
          and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'vendor_id')
          and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'vendor_id' and a.attnum = any(k.conkey))
        order by 1`,
    )
  ).map(({ name }) => name)

const HAS_VENDOR = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and exists (select from pg_attribute v where v.attrelid = c.oid and v.attname = 'vendor_id' and not v.attisdropped)`

async function readCatalogue<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}
