import { declarationsIn } from './reading/functions.ts'
import type { SourceFile } from './reading/sources.ts'
import { type Problem, problemAt, type Rule } from './rule.ts'
import { isCrossVendor, isSqlPath, tablesDeclaredIn } from './sql-files.ts'

const BUILT = /\.\s*(?:selectFrom|updateTable|deleteFrom|innerJoin|leftJoin|from|using)\(\s*\[?['"](\w+)/g
const WRITTEN = /\b(?:from|join|update)\s+(?:only\s+)?(\w+)/g
/** Compared with something, shared by a join, or given for a new row. */
const NAMED =
  /vendor_id'?\s*,?\s*'?(?:=|in\b)|\bvendor_id: |using \([^)]*vendor_id|=\s*(?:\w+\.)?vendor_id|Ref\('[\w.]*vendor_id/g

/**
 * An id alone would find the row of another vendor. Counted, not understood: each time a table of the vendors is read,
 * changed or emptied, the vendor is named once. What is exported without a vendor is known to the rule before, and a
 * cross-vendor.sql.ts is about all vendors.
 */
export const vendorOfEveryTable: Rule = {
  promise: 'a function of sql.ts names the vendor for every vendor table that it uses',
  find: (files) => {
    const declared = files.flatMap(tablesDeclaredIn)
    const ofVendors = new Set(declared.filter(({ columns }) => /\bvendor_id\b/.test(columns)).map(({ table }) => table))
    return files
      .filter((file) => isSqlPath(file.path) && !isCrossVendor(file))
      .flatMap((file) => withoutVendor(file, ofVendors))
  },
}

function withoutVendor(file: SourceFile, ofVendors: ReadonlySet<string>): Problem[] {
  return declarationsIn(file)
    .filter(({ isExported, parameters }) => !isExported || parameters?.includes('vendorId: VendorId'))
    .flatMap(({ name, start, end }) => {
      const body = file.plain.slice(start, end)
      const tables = [...body.matchAll(BUILT), ...body.matchAll(WRITTEN)].map(([, table = '']) => table)
      const touched = tables.filter((table) => ofVendors.has(table))
      const named = [...body.matchAll(NAMED)].length
      if (touched.length <= named) return []
      const what = `${name} touches ${touched.join(', ')} and names the vendor for ${named} of them`
      return [{ ...problemAt(file, start, `${what}; an id alone finds the row of another`), name }]
    })
}
