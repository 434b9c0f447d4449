import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { writeCsvCollections } from './csv-collections.mjs'
import { writeExcelJsFiles } from './exceljs.mjs'
import { writeLayouts } from './layouts.mjs'
import { writeSheetJsFiles } from './sheetjs.mjs'
import { writeVcards } from './vcards.mjs'
import { writeWriteExcelFileFiles } from './write-excel-file.mjs'
import { writeXlsxPopulateFiles } from './xlsx-populate.mjs'

/** `npm run generate` writes all files again, `npm run generate -- sheetjs python` those of some writers. */
const WRITERS = {
  csv: writeCsvCollections,
  exceljs: writeExcelJsFiles,
  layouts: writeLayouts,
  sheetjs: writeSheetJsFiles,
  vcards: writeVcards,
  'write-excel-file': writeWriteExcelFileFiles,
  'xlsx-populate': writeXlsxPopulateFiles,
  /** Debian's packages: libreoffice-calc, python3-uno. */
  libreoffice: () => runPython('libreoffice.py'),
  /** Debian's packages: python3-openpyxl, python3-xlsxwriter, python3-vobject. Takes a macro from LibreOffice. */
  python: () => runPython('python_writers.py'),
}

/** The machine's own Python, which has the packages. */
const runPython = (script) =>
  execFileSync('/usr/bin/python3', ['-B', fileURLToPath(new URL(script, import.meta.url))], { stdio: 'inherit' })

const chosen = process.argv.slice(2)
for (const [name, write] of Object.entries(WRITERS)) if (chosen.length === 0 || chosen.includes(name)) await write()
