import pg from 'pg'

/**
 * The schema of a database as SQL, in a fixed order, from the catalogue: tables with their columns, constraints, indexes and
 * triggers, then functions. Read by people and compared by a test; it is not meant to be executed.
 */
export async function describeSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<TableRow>(TABLES)
    const functions = await client.query<{ definition: string }>(FUNCTIONS)
    return `${[
      '-- Generated from the migrations and stored functions; update it with: npm test -- schema -u',
      ...tables.rows.map(tableText),
      ...functions.rows.map(({ definition }) => `${definition.trim()};`),
    ].join('\n\n')}\n`
  } finally {
    await client.end()
  }
}

interface TableRow {
  name: string
  kind: string
  columns: string[]
  constraints: string[]
  extras: string[]
}

function tableText({ name, kind, columns, constraints, extras }: TableRow) {
  const lines = [...columns, ...constraints].map((line) => `  ${line}`)
  return [`create ${kind} ${name} (`, lines.join(',\n'), ');', ...extras].join('\n')
}

/** Tables of the queue are created by its library. Not-null constraints are part of the columns. */
const TABLES = `
  select c.relname as name,
         case c.relpersistence when 'u' then 'unlogged table' else 'table' end as kind,
         (select array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
              || case when a.attnotnull then ' not null' else '' end
              || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                      when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
              order by a.attnum)
            from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
         array(select 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
                 from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n' order by k.conname) as constraints,
         array(select pg_get_indexdef(i.indexrelid) || ';' from pg_index i
                   where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
                   order by i.indexrelid::regclass::text)
         || array(select pg_get_triggerdef(t.oid) || ';' from pg_trigger t
                   where t.tgrelid = c.oid and not t.tgisinternal order by t.tgname) as extras
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relname like 'bullmq%'
   order by c.relname`

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as definition
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not p.proname like 'bullmq%'
   order by p.proname`
