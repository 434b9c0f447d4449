import { QUIET, type Sheet } from '../../../platform/pdf/sheet.ts'
import { rate } from '../../../platform/pdf/wording.ts'
import type { InvoiceDocument } from './invoice-document.ts'

const VOID_COLOUR = '#b3261e'
/** Limits the user's free text. */
const REASON_CHARS_SHOWN = 500

/** The notes below the figures that tax law and the reader need. */
export function drawNotes(sheet: Sheet, document: InvoiceDocument) {
  sheet.rule(10)
  if (document.endorsement) sheet.paragraph(document.endorsement, { size: 8.5, weight: 'bold' }, 6)
  for (const note of notesOf(document)) sheet.paragraph(note, { size: 8.5, colour: QUIET })
}

function notesOf(document: InvoiceDocument): string[] {
  const { isPrepaid, taxKind, corrects, voidedBy, reason, reference } = document
  return [
    ...(voidedBy.length > 0 ? [`This invoice is void. It was cancelled by credit note ${voidedBy.join(', ')}.`] : []),
    ...(corrects ? [] : [`Paid in full${reference ? `, payment reference ${reference}` : ''}.`]),
    ...(isPrepaid && !corrects ? [prepaidNote(taxKind)] : []),
    ...(corrects ? [`This credit note reverses the amounts above on invoice ${corrects.number}.`] : []),
    ...(reason ? [`Reason: ${reason.slice(0, REASON_CHARS_SHOWN)}`] : []),
    ...rateNotes(document),
  ]
}

function rateNotes({ currency, exchangeRate, vendorCurrency, vendorCurrencyRate }: InvoiceDocument): string[] {
  const isOther = vendorCurrency !== null && ![currency, 'INR'].includes(vendorCurrency)
  return [
    ...(currency === 'INR' ? [] : [`Exchange rate for the total in INR: 1 ${currency} = ₹${rate(exchangeRate)}.`]),
    ...(isOther && vendorCurrencyRate
      ? [`Exchange rate for the total in ${vendorCurrency}: 1 ${vendorCurrency} = ₹${rate(vendorCurrencyRate)}.`]
      : []),
  ]
}

const prepaidNote = (taxKind: InvoiceDocument['taxKind']) =>
  taxKind === 'NONE'
    ? 'Prepaid credit added to your wallet in full. No GST is charged on this recharge.'
    : 'Prepaid credit added to your wallet in full. GST, where shown, is included in the amount paid.'

/** Drawn across the page, on top of everything, so that a void invoice cannot be mistaken for a valid one. */
export function drawVoidMark(sheet: Sheet) {
  const { doc } = sheet
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const { width, height } = doc.page
    doc.save().rotate(-35, { origin: [width / 2, height / 2] })
    doc.opacity(0.16)
    sheet.write('VOID', 0, height / 2 - 110, width, {
      size: 160,
      weight: 'bold',
      colour: VOID_COLOUR,
      align: 'center',
    })
    doc.opacity(1).restore()
  }
}
