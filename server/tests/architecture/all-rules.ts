import { cycles } from './cycles.ts'
import { importedExports } from './exports.ts'
import { fileLength, namedExports, noEnums, noLeftoverNotes } from './habits.ts'
import { jobsAreWired } from './jobs.ts'
import { layers, noTestsInProduct, pureDomain, separateWorkspaces } from './layers.ts'
import { migrations } from './migrations.ts'
import { declaredPackages } from './packages.ts'
import { portalAreas, portalImports } from './portal.ts'
import { environment, randomness, time } from './purity.ts'
import { retiredWords } from './retired-words.ts'
import type { Rule } from './rule.ts'
import { otherSlicesSql, sliceTable } from './slices.ts'
import { crossVendorOnly, handleFirst, ownTables, sqlOnlyInSqlFiles, vendorSecond, writesTakeTx } from './sql-files.ts'
import { vendorOfEveryTable } from './tenant.ts'
import { onlyTxInTransactions } from './transactions.ts'

export const RULES: readonly Rule[] = [
  layers,
  noTestsInProduct,
  separateWorkspaces,
  pureDomain,
  portalImports,
  portalAreas,
  cycles,
  declaredPackages,
  sliceTable,
  otherSlicesSql,
  environment,
  time,
  randomness,
  sqlOnlyInSqlFiles,
  handleFirst,
  vendorSecond,
  crossVendorOnly,
  vendorOfEveryTable,
  writesTakeTx,
  ownTables,
  onlyTxInTransactions,
  jobsAreWired,
  migrations,
  namedExports,
  importedExports,
  noEnums,
  fileLength,
  noLeftoverNotes,
  retiredWords,
]
