import { listAllCreditNotes, listAllInvoices, readPdf } from '../../invoices/export.ts'
import { ledgerRecords, readBalance } from '../../wallet/read.ts'
import type { ZipEntry } from '../zip.ts'
import { csvOf, inOneBatch, inOnePiece, jsonLinesOf, jsonOf } from './formats.ts'
import type { ExportSource } from './source.ts'

/** The documents are listed at the start, because each issued one is a file of its own. */
export async function moneyFiles(source: ExportSource): Promise<ZipEntry[]> {
  const { deps, snapshot, vendorId } = source
  const invoices = await listAllInvoices(deps, snapshot, vendorId)
  const notes = await listAllCreditNotes(deps, snapshot, vendorId)
  return [
    { name: 'wallet.json', read: () => jsonOf(() => readBalance(snapshot, vendorId)) },
    { name: 'ledger.csv', read: () => ledgerLines(source) },
    { name: 'invoices.jsonl', read: () => jsonLinesOf(inOneBatch(async () => invoices)) },
    {
      name: 'invoices.csv',
      read: () =>
        csvOf(
          inOneBatch(async () => invoices),
          {
            invoiceNumber: ({ invoiceNumber }) => invoiceNumber,
            type: ({ type }) => type,
            status: ({ status }) => status,
            description: ({ description }) => description,
            currency: ({ currency }) => currency,
            amountMinorUnit: ({ amountMinorUnit }) => amountMinorUnit,
            gstAmountMinorUnit: ({ gstAmountMinorUnit }) => gstAmountMinorUnit,
            totalMinorUnit: ({ totalMinorUnit }) => totalMinorUnit,
            refundedMinorUnit: ({ refundedMinorUnit }) => refundedMinorUnit,
            issuedAt: ({ issuedAt }) => issuedAt,
            paidAt: ({ paidAt }) => paidAt,
            gatewayPaymentId: ({ gatewayPaymentId }) => gatewayPaymentId,
          },
        ),
    },
    {
      name: 'credit-notes.csv',
      read: () =>
        csvOf(
          inOneBatch(async () => notes),
          {
            creditNoteNumber: ({ creditNoteNumber }) => creditNoteNumber,
            invoiceNumber: ({ invoiceNumber }) => invoiceNumber,
            reason: ({ reason }) => reason,
            currency: ({ currency }) => currency,
            amountMinorUnit: ({ amountMinorUnit }) => amountMinorUnit,
            gstAmountMinorUnit: ({ gstAmountMinorUnit }) => gstAmountMinorUnit,
            totalMinorUnit: ({ totalMinorUnit }) => totalMinorUnit,
            createdAt: ({ createdAt }) => createdAt,
          },
        ),
    },
    ...invoices.flatMap(({ id, invoiceNumber }) =>
      invoiceNumber === null
        ? []
        : [
            {
              name: `invoices/${fileNameOf(invoiceNumber)}.pdf`,
              read: () => inOnePiece(() => readPdf(deps, vendorId, 'INVOICE', id)),
            },
          ],
    ),
    ...notes.map(({ id, creditNoteNumber }) => ({
      name: `credit-notes/${fileNameOf(creditNoteNumber)}.pdf`,
      read: () => inOnePiece(() => readPdf(deps, vendorId, 'CREDIT_NOTE', id)),
    })),
  ]
}

/** Numbers contain slashes. */
const fileNameOf = (number: string) => number.replaceAll(/[^\w-]+/g, '-')

const MICROS_PER_MS = 1_000n

const ledgerLines = ({ snapshot, vendorId }: ExportSource) =>
  csvOf(ledgerRecords(snapshot, vendorId), {
    sequence: ({ sequence }) => sequence,
    id: ({ id }) => id,
    createdAt: ({ createdAtMicros }) => new Date(Number(createdAtMicros / MICROS_PER_MS)),
    type: ({ type }) => type,
    currency: ({ currency }) => currency,
    amountMinorUnit: ({ amountMinorUnit }) => amountMinorUnit,
    bonusMinorUnit: ({ bonusMinorUnit }) => bonusMinorUnit,
    balanceAfterMinorUnit: ({ balanceAfterMinorUnit }) => balanceAfterMinorUnit,
    description: ({ description }) => description,
    referenceType: ({ referenceType }) => referenceType,
    referenceId: ({ referenceId }) => referenceId,
    idempotencyKey: ({ idempotencyKey }) => idempotencyKey,
    prevHash: ({ prevHash }) => prevHash,
    hash: ({ hash }) => hash,
  })
