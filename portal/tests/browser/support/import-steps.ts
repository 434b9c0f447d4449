import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../../../../server/tests/support/eventually.ts'
import { request } from '../../../../server/tests/support/processes/process.ts'
import { relationships } from '../../../../server/tests/support/tables/workbook.ts'
import { sheetXml, writtenWorkbook } from '../../../../server/tests/support/tables/written-workbook.ts'
import type { Product } from './steps.ts'

export const MESSY = [
  'Customer name;Mobile no.;City;Tags',
  'Asha;+91 98765-43210;Pune;VIP',
  'Ben & Cleo;98765 43211 / 98765 43212;Mumbai;',
  'Dev;98765x43213;Pune;',
  'Esha;9.19877E+11;Pune;',
  'Asha;9876543210;Pune;Diwali',
  'Farid;12;Delhi;',
].join('\r\n')

const text = (cell: string, words: string) => `<c r="${cell}" t="inlineStr"><is><t>${words}</t></is></c>`
/** A sheet of notes comes first, and a title stands above the contacts. */
export const TWO_SHEETS = writtenWorkbook(
  `<row r="1">${text('A1', 'To do')}</row><row r="2">${text('A2', 'Ask Meera for the list')}</row>`,
  {
    more: [
      {
        name: 'xl/worksheets/sheet2.xml',
        content: sheetXml(
          `<row r="1">${text('A1', 'Customers of May')}</row><row r="2">${text('A2', 'Phone')}${text('B2', 'Name')}</row>` +
            `<row r="3"><c r="A3"><v>919876543299</v></c>${text('B3', 'Asha')}</row>`,
        ),
      },
      {
        name: 'xl/workbook.xml',
        content:
          '<workbook xmlns:r="r"><sheets><sheet name="Notes" sheetId="1" r:id="rId1"/><sheet name="Customers" sheetId="2" r:id="rId2"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relationships(
          { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
          { id: 'rId2', type: 'worksheet', target: 'worksheets/sheet2.xml' },
        ),
      },
    ],
  },
)

/** As a hand does it: a file from outside, let go over the page. */
export async function drop(page: Page, name: string, text: string) {
  await page.getByText('Drop your spreadsheet or contacts here').waitFor()
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, text] as const,
  )
}

export async function dropAndUpload(page: Page, name: string, text: string, button: string) {
  await drop(page, name, text)
  await page.getByRole('button', { name: button }).click()
}

/** From the columns, as they were recognised, to the review. */
export async function toReview(page: Page) {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Preview import' }).click()
}

/** Of two failed rows one is excluded, then both; undo takes both back, also where other rows are shown. */
export async function excludeAndUndo(page: Page) {
  const summary = (text: string) => page.getByRole('heading', { name: `4 new contacts, 0 existing, ${text}` }).waitFor()
  await page.getByRole('button', { name: 'Exclude row 7' }).click()
  await summary('1 failed row, 1 excluded')
  await page.getByRole('button', { name: 'Undo change in row 7' }).click()
  await summary('2 failed rows')
  await page.getByRole('button', { name: 'Exclude 2 failed rows' }).click()
  await summary('0 failed rows, 2 excluded')
  await page.getByLabel('Show', { exact: true }).selectOption('excluded')
  await page.getByRole('button', { name: 'Include 2 excluded rows' }).waitFor()
  await page.getByRole('button', { name: 'Include 2 rows again' }).click()
  await summary('2 failed rows')
  await page.getByLabel('Show', { exact: true }).selectOption('failed')
}

/** Finds whole cells, in the rows of the review. */
export async function replaceAll(page: Page, column: string, find: string, replacement: string) {
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await page.getByLabel('Column', { exact: true }).selectOption(column)
  await page.getByLabel('Find', { exact: true }).fill(find)
  await page.getByLabel('Replace with').fill(replacement)
  await page.getByLabel('Only cells that contain nothing else').check()
  await page.getByRole('button', { name: 'Replace all' }).click()
  await page.getByText('1 row changed.').waitFor()
}

export async function savePreset(page: Page, name: string) {
  await page.getByRole('button', { name: 'Save as preset' }).click()
  await page.getByLabel('Preset name').fill(name)
  await page.getByRole('button', { name: 'Save preset' }).click()
  await page.getByText(`Saved as ${name}.`).waitFor()
}

/** Neither the tab, nor the address, nor what the browser keeps says who it is. */
export async function expectNobodyNamed(page: Page) {
  const kept = await page.evaluate(() => JSON.stringify([document.title, location.href, localStorage, sessionStorage]))
  expect(kept).not.toMatch(/asha|98765|customers/i)
}

export async function tokenOf(product: Product, person: { email: string; password: string }): Promise<string> {
  return (await request(`${product.url}/api/v1/auth/login`, 'POST', person)).body.accessToken
}

export const importsOf = async (product: Product, person: { email: string; password: string }) =>
  (await request(`${product.url}/api/v1/contacts/import`, 'GET', undefined, await tokenOf(product, person))).body.data

/** Imports a CSV file without the portal. */
export async function importCsv(product: Product, person: { email: string; password: string }, csv: string) {
  const token = await tokenOf(product, person)
  const imports = `${product.url}/api/v1/contacts/import`
  const body = new FormData()
  body.append('file', new Blob([csv]), 'before.csv')
  const answer = await fetch(imports, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body,
  })
  const { jobId } = (await answer.json()) as { jobId: string }
  const isIn = async (status: string) =>
    expect((await request(`${imports}/${jobId}/status`, 'GET', undefined, token)).body.status).toBe(status)
  await eventually(() => isIn('PENDING_REVIEW'), 10_000)
  await request(`${imports}/${jobId}/confirm`, 'POST', {}, token)
  await eventually(() => isIn('COMPLETED'), 10_000)
}

/** Presses a button that saves a file. */
export async function download(page: Page, button: string) {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return saving
}
