import { arrows, noTestsInProduct, pureDomain, twoWorlds } from './arrows.ts'
import { cycles } from './cycles.ts'
import { fitsTheHead, namedExports, noEnums, nothingLeftOver } from './habits.ts'
import { jobsAreWired } from './jobs.ts'
import { migrations } from './migrations.ts'
import { declaredPackages } from './packages.ts'
import { portalAreas, portalSees } from './portal.ts'
import { chance, environment, time } from './purity.ts'
import { retiredWords } from './retired-words.ts'
import type { Rule } from './rule.ts'
import { otherSlicesSql, sliceTable } from './slices.ts'
import { crossVendorOnly, handleFirst, ownTables, sqlOnlyInSqlFiles, vendorSecond, writesTakeTx } from './sql-files.ts'
import { vendorOfEveryTable } from './tenant.ts'
import { onlyTxInTransactions } from './transactions.ts'

export const RULES: readonly Rule[] = [
  arrows,
  noTestsInProduct,
  twoWorlds,
  pureDomain,
  portalSees,
  portalAreas,
  cycles,
  declaredPackages,
  sliceTable,
  otherSlicesSql,
  environment,
  time,
  chance,
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
  noEnums,
  fitsTheHead,
  nothingLeftOver,
  retiredWords,
]
