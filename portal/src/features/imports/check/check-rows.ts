import { cleanNumber } from '@harkara/server/domain/contacts/phone/clean-number'
import { findHeader, HEADER_SEARCH_ROWS } from '@harkara/server/domain/imports/mapping/find-header'
import { headerWords } from '@harkara/server/domain/imports/mapping/header-words'
import { holdsNumbers, isPhoneColumn, phoneClue } from '@harkara/server/domain/imports/mapping/phone-columns'
import { splitNumbers } from '@harkara/server/domain/imports/rows/split-numbers'
import { IMPORT_ROWS_MAX, IMPORT_SAMPLE_ROWS_MAX } from '@harkara/server/domain/limits'
import { t } from '../../../format/translate.ts'

interface Row {
  rowIndex: number
  cells: readonly string[]
}

/** The number of affected rows and the first few of them, numbered as in a spreadsheet. */
export interface RowRefs {
  count: number
  rows: number[]
}

export interface RowsCheck {
  rowCount: number
  /** 0 if the table has no header. */
  headerRow: number
  /** Names of the columns that appear to contain phone numbers. */
  phoneColumns: string[]
  malformed: RowRefs
  /** Such as `9.19877E+11`: the spreadsheet app dropped digits, which cannot be recovered. */
  shortened: RowRefs
  repeated: RowRefs
}

const ROWS_LISTED = 3
const BUFFERED_ROWS = HEADER_SEARCH_ROWS + IMPORT_SAMPLE_ROWS_MAX
/** E.164 allows at most 15 digits; no country has personal numbers with fewer than 6. */
const DIGITS_MIN = 6
const DIGITS_MAX = 15
/** Matches a phone number with or without its country code, and never a heading. */
const PHONE_NUMBER = /^\+?\d{8,15}$/
const EXPONENT = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

/**
 * Checks a table row by row with the server's own rules for columns and numbers. The server validates again and decides;
 * this check only reports obvious problems before the upload.
 */
export function createRowsCheck() {
  const result: RowsCheck = {
    rowCount: 0,
    headerRow: 0,
    phoneColumns: [],
    malformed: { count: 0, rows: [] },
    shortened: { count: 0, rows: [] },
    repeated: { count: 0, rows: [] },
  }
  const seen = new Set<number>()
  let buffered: Row[] | undefined = []
  let phones: number[] = []

  function addRow(row: Row) {
    if (!buffered) {
      result.rowCount++
      return checkRow(row)
    }
    buffered.push(row)
    if (buffered.length >= BUFFERED_ROWS) start()
  }

  /** Runs once enough rows are buffered to find the header and the phone number columns. */
  function start() {
    const opening = buffered ?? []
    buffered = undefined
    const at = findHeader(
      opening.map(({ cells }) => cells),
      looksLikeNumber,
    )?.index
    const header = at === undefined ? undefined : opening[at]
    const rows = at === undefined ? opening : opening.slice(at + 1)
    result.headerRow = header?.rowIndex ?? 0
    result.rowCount = rows.length
    phones = phoneColumnsOf(header?.cells ?? [], rows.slice(0, IMPORT_SAMPLE_ROWS_MAX))
    result.phoneColumns = phones.map(
      (index) => header?.cells[index]?.trim() || t('Column {letters}', { letters: lettersOf(index) }),
    )
    rows.map(checkRow)
  }

  function checkRow({ rowIndex, cells }: Row) {
    const numbers = phones.flatMap((index) => splitNumbers(cells[index] ?? ''))
    const read = numbers.map((number) => cleanNumber(number))
    const good = read.filter(isPlausible)
    if (good.length === 0 && numbers.length > 0)
      record(numbers.some((number) => EXPONENT.test(number)) ? result.shortened : result.malformed, rowIndex)
    const keys = good.map(keyOf)
    if (keys.some((key) => seen.has(key))) record(result.repeated, rowIndex)
    for (const key of keys) seen.add(key)
  }

  return {
    add(rows: readonly Row[]) {
      rows.map(addRow)
    },
    /** Reading stops once the row limit is exceeded. */
    isTooLong: () => result.rowCount > IMPORT_ROWS_MAX,
    end(): RowsCheck {
      if (buffered) start()
      return result
    },
  }
}

function record(refs: RowRefs, rowIndex: number) {
  refs.count++
  if (refs.rows.length < ROWS_LISTED) refs.rows.push(rowIndex)
}

const isPlausible = (number: string | undefined): number is string => {
  const digits = number?.replace(/^\+|^00/, '').length ?? 0
  return digits >= DIGITS_MIN && digits <= DIGITS_MAX
}

/** 15 digits fit exactly into a number, which needs less memory than a string. */
const keyOf = (number: string) => Number(number.replace(/^\+|^00/, ''))

function phoneColumnsOf(header: readonly string[], rows: readonly Row[]): number[] {
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => {
    const words = headerWords(header[index] ?? '')
    const cells = rows.map((row) => row.cells[index]?.trim() ?? '').filter((cell) => cell !== '')
    return { index, words, clue: phoneClue(words), content: { cells, isNumber: looksLikeNumber } }
  })
  const byHeading = columns.filter(({ clue, words, content }) => isPhoneColumn(clue, words, content))
  const found =
    byHeading.length > 0 ? byHeading : columns.filter(({ clue, content }) => clue === 'silent' && holdsNumbers(content))
  return found.map(({ index }) => index)
}

const looksLikeNumber = (text: string) => PHONE_NUMBER.test(cleanNumber(text) ?? '')

function lettersOf(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}
