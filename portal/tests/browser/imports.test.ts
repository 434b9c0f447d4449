import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../server/tests/support/processes/process.ts'
import { EICAR } from '../../../server/tests/support/tables/eicar.ts'
import { relationships } from '../../../server/tests/support/tables/workbook.ts'
import { sheetXml, writtenWorkbook } from '../../../server/tests/support/tables/written-workbook.ts'
import { openBrowser } from './browser.ts'
import { hasChromium } from './chromium.ts'
import { sharedProduct } from './shared-product.ts'
import { enter, inviteMember, type Product, signIn } from './steps.ts'

const PHONE = { scheme: 'dark', width: 360 } as const
const MESSY = [
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
const TWO_SHEETS = writtenWorkbook(
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

describe.runIf(hasChromium())('imports', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  test('a messy file is dropped, checked, explained, reviewed and imported; the next one overwrites; undo', async () => {
    const { page, inspect, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/imports`)
    await page.getByText('No imports yet').waitFor()
    await inspect('imports-none')
    await page.getByRole('link', { name: 'Import contacts' }).first().click()
    await page.getByText('Drop your spreadsheet or contacts here').waitFor()
    await inspect('import-new')
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download sample file' }).click(),
    ])
    expect(sample.suggestedFilename()).toBe('harkara-sample.csv')

    await drop(page, 'customers.csv', MESSY)
    const found = page.getByRole('list', { name: 'File check' })
    for (const words of ['6 rows', 'Phone numbers in Mobile no.', '1 number truncated', '2 invalid numbers'])
      await found.getByText(words).waitFor()
    await page.getByText('are read as numbers in India where possible').waitFor()
    await page.getByLabel(/Contact list \(optional\)/).fill('Diwali customers')
    await inspect('import-checked')
    await page.getByRole('button', { name: 'Upload 6 rows' }).click()

    const city = page.getByRole('region', { name: 'Column City' })
    await city.getByText('Pune').first().waitFor()
    await page.getByText('Detected from the column name.').first().waitFor()
    await city.getByLabel('Attribute name for City').fill('Town')
    await inspect('import-columns')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('are read as numbers in India where possible').waitFor()
    await page.getByLabel('Labels for all contacts in this file (optional)').and(page.locator('input')).fill('Spring')
    await page.getByLabel('Labels for all contacts in this file (optional)').and(page.locator('input')).press('Enter')
    await inspect('import-how')
    await page.getByRole('button', { name: 'Preview import' }).click()

    await page.getByRole('heading', { name: '3 new contacts, 0 existing, 3 failed rows' }).waitFor()
    const table = page.getByRole('table', { name: 'Import preview' })
    await table.getByRole('row').filter({ hasText: '+919876543211' }).getByText('Create').waitFor()
    await inspect('import-review')
    await table.getByRole('button', { name: 'Asha' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByText('The number includes its country code.').waitFor()
    await panel.getByText('Duplicate contact (row 6).').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Show').selectOption('error')
    await table.getByRole('row').filter({ hasText: 'Esha' }).getByText('Malformed number').waitFor()
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 3 failed rows' }).click(),
    ])
    expect(report.suggestedFilename()).toBe('failed-rows.csv')
    await page.getByRole('button', { name: 'Import 3 contacts' }).click()
    await page.getByText('New contacts', { exact: true }).waitFor()
    await page.getByText('Completed with errors').waitFor()
    await page.getByRole('link', { name: 'Diwali customers' }).waitFor()
    await inspect('import-done')
    await expectNobodyNamed(page)

    await page.goto(`${product.url}/imports/new`)
    await drop(page, 'again.csv', 'Name,Phone,City\nAsha Rao,+919876543210,Pune\nGita,+919876543214,Goa\n')
    await page.getByRole('button', { name: 'Upload 2 rows' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Update', { exact: true }).check()
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByRole('heading', { name: '1 new contact, 1 existing, 1 name change, 0 failed rows' }).waitFor()
    await page.getByLabel('Action', { exact: true }).selectOption('UPDATE')
    await table.getByRole('button', { name: 'Asha Rao' }).click()
    await panel.getByRole('row', { name: 'Name Asha Asha Rao Asha Rao' }).waitFor()
    await inspect('import-diff')
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByLabel('Replace', { exact: true }).click()
    await page.getByLabel('Type REPLACE to confirm').fill('REPLACE')
    await inspect('import-replace')
    await page.getByRole('dialog').getByRole('button', { name: 'Replace contacts' }).click()
    await page.getByRole('button', { name: 'Import 2 contacts and replace 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace 1 contact' }).click()
    await page.getByText('New contacts', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('button', { name: 'Remove 1 and restore 1' }).click()
    await page.getByText('1 contact removed, 1 restored, 0 kept').waitFor()

    await page.getByRole('link', { name: 'All imports' }).click()
    await page.getByText('Import results').waitFor()
    await page.getByRole('row').filter({ hasText: 'again.csv' }).getByText('Undone').waitFor()
    await inspect('imports')
    await context.close()
  })

  test('on a phone: what cannot be imported is told at once, a lost upload is sent again once, blocked and cancelled', async () => {
    const { page, inspect, context } = await openPage(PHONE)
    const person = await enter(page, product)
    await page.goto(`${product.url}/imports/new`)
    await drop(page, 'people.xls', 'x')
    await page.getByText('The old Excel format (.xls) is not supported.').waitFor()
    await inspect('import-refused')
    await page.getByRole('button', { name: 'Choose another file' }).click()

    await drop(page, 'customers.csv', MESSY)
    await page.getByRole('button', { name: 'Upload 6 rows' }).waitFor()
    await inspect('import-checked')
    // The file arrives, but the answer is lost on its way back.
    await page.route('**/contacts/import', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Upload 6 rows' }).click()
    await page.getByText('Connection lost during upload').waitFor()
    await inspect('import-lost')
    await page.unroute('**/contacts/import')
    await page.getByRole('button', { name: 'Retry upload' }).click()
    await page.getByRole('heading', { name: 'Match columns' }).waitFor()
    await inspect('import-columns')
    expect(await importsOf(product, person)).toMatchObject([{ fileName: 'customers.csv', status: 'AWAITING_MAPPING' }])

    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByRole('heading', { name: /3 new contacts/ }).waitFor()
    await inspect('import-review')
    await page.getByRole('button', { name: 'Cancel import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click()
    await page.getByText('Import cancelled').waitFor()
    await inspect('import-cancelled')

    await page.getByRole('link', { name: 'Import another file' }).click()
    await drop(page, 'gift.csv', `Name,Phone\n${EICAR},+919876543210\n`)
    await page.getByRole('button', { name: 'Upload 1 row' }).click()
    await page.getByText('File blocked').waitFor()
    await page.getByText('The file contains the EICAR test virus. Nothing was imported').waitFor()
    await inspect('import-blocked')
    await page.getByRole('link', { name: 'Import another file' }).click()
    await drop(page, 'gift.csv', `Name,Phone\n${EICAR},+919876543210\n`)
    await page.getByRole('button', { name: 'Upload 1 row' }).click()
    await page.getByText('The file was blocked.').waitFor()
    await inspect('import-same')
    await page.goto(`${product.url}/imports`)
    await page.getByText('Blocked').waitFor()
    await inspect('imports')
    await context.close()
  })

  test('a long preview is walked, also to a page by its number, and the keyboard stays where it was', async () => {
    const { page, inspect, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/imports/new`)
    await drop(page, 'many.csv', ['Phone', ...Array.from({ length: 130 }, (_, n) => 919876540000 + n)].join('\n'))
    await page.getByRole('button', { name: 'Upload 130 rows' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByText('1–50 of 130').waitFor()
    await inspect('import-review-long')
    await page.getByLabel('Page', { exact: true }).fill('9')
    await page.keyboard.press('Enter')
    await page.getByText('101–130 of 130').waitFor()
    expect(await page.getByLabel('Page', { exact: true }).inputValue()).toBe('3')
    const previous = page.getByRole('button', { name: 'Previous' })
    await previous.focus()
    for (const shown of ['51–100 of 130', '1–50 of 130']) {
      await page.keyboard.press('Enter')
      await page.getByText(shown).waitFor()
    }
    await previous.and(page.locator('[aria-disabled=true]')).waitFor()
    expect(await previous.evaluate((button) => button === document.activeElement)).toBe(true)
    await context.close()
  })

  test('a member chooses the sheet of a workbook and changes its columns in review, also where nothing is pushed', async () => {
    const { page, inspect, context } = await openPage({ scheme: 'dark', width: 768 }, { isOwn: true })
    await page.routeWebSocket(/events$/, (socket) => socket.close({ code: 4000 }))
    await signIn(page, product.url, await inviteMember(product))
    await page.goto(`${product.url}/imports/new`)
    await page.getByLabel('Choose a contacts file').setInputFiles({
      name: 'members.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: TWO_SHEETS,
    })
    await page.getByRole('button', { name: 'Upload workbook' }).click()
    await page.getByText('Select the column that contains phone numbers.').waitFor()
    await page.getByLabel('Sheet', { exact: true }).selectOption('Customers')
    await page.getByRole('button', { name: 'Read sheet Customers' }).click()
    await page.getByText('Sheet Customers, header in row 2').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByLabel('Replace', { exact: true }).isDisabled()).toBe(true)
    await page.getByText(/Only an administrator can replace contacts\. Ask/).waitFor()
    await inspect('import-member')
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByRole('button', { name: 'Change columns' }).click()
    await page.getByRole('region', { name: 'Column Name' }).getByLabel('Field for Name').selectOption('ignore')
    await page.getByRole('button', { name: 'Change sheet or header' }).click()
    await page.getByLabel('Row 1', { exact: true }).check()
    await page.getByRole('button', { name: 'Use row 1 as the header' }).waitFor()
    await inspect('import-sheet')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByRole('table', { name: 'Import preview' }).getByRole('button', { name: 'No name' }).waitFor()
    await page.getByRole('button', { name: 'Import 1 contact' }).click()
    await page.getByText('New contacts', { exact: true }).waitFor()
    await inspect('import-done')
    await context.close()
  })
})

/** As a hand does it: a file from outside, let go over the page. */
async function drop(page: Page, name: string, text: string) {
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

async function importsOf(product: Product, person: { email: string; password: string }) {
  const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', person)
  return (await request(`${product.url}/api/v1/contacts/import`, 'GET', undefined, body.accessToken)).body.data
}

/** Neither the tab, nor the address, nor what the browser keeps says who it is. */
async function expectNobodyNamed(page: Page) {
  const kept = await page.evaluate(() => JSON.stringify([document.title, location.href, localStorage, sessionStorage]))
  expect(kept).not.toMatch(/asha|98765|customers/i)
}
