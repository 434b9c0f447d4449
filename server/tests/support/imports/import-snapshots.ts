import { sql as raw } from 'kysely'
import type { TestProduct } from '../product.ts'

const OF_AN_IMPORT = [
  'import_chunk',
  'import_repair',
  'import_replacement',
  'import_plan',
  'staged_mark',
  'staged_marks',
  'staged_contact',
  'staged_duplicate',
  'staged_failure',
  'staged_opt_out',
]
const prepared = new WeakMap<TestProduct, Promise<void>>()

/** Copies an import with all its rows. */
export async function keepImports(product: TestProduct, jobId: string) {
  const { db } = product.deps
  if (!prepared.has(product)) prepared.set(product, prepare(product))
  await prepared.get(product)
  await raw`insert into kept.import_job select * from import_job where id = ${jobId}`.execute(db)
  for (const table of OF_AN_IMPORT)
    await raw`insert into ${raw.table(`kept.${table}`)} select * from ${raw.table(table)} where job_id = ${jobId}`.execute(
      db,
    )
}

async function prepare({ deps: { db } }: TestProduct) {
  await raw`create schema kept`.execute(db)
  for (const table of ['import_job', ...OF_AN_IMPORT])
    await raw`create table ${raw.table(`kept.${table}`)} (like ${raw.table(table)})`.execute(db)
  await raw.raw(RESTORE).execute(db)
}

/** Restores a copied import and deletes all contacts of its vendor. */
export async function restoreImport({ deps: { db } }: TestProduct, jobId: string) {
  await raw`select kept.restore(${jobId}::uuid)`.execute(db)
}

const RESTORE = `
  create function kept.restore(job uuid) returns void language plpgsql as $$
  declare
    vendor uuid := (select vendor_id from kept.import_job where id = job);
  begin
    delete from contact where vendor_id = vendor;
    delete from contact_audit where vendor_id = vendor;
    delete from import_job where vendor_id = vendor and id = job;
    insert into import_job select * from kept.import_job where id = job;
    ${OF_AN_IMPORT.map(
      (table) => `
        delete from ${table} where job_id = job;
        insert into ${table} select * from kept.${table} where job_id = job;`,
    ).join('')}
  end $$`
