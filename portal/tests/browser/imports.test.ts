import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../server/tests/support/processes/process.ts'
import { EICAR } from '../../../server/tests/support/tables/eicar.ts'
import { openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import {
  download,
  drop,
  dropAndUpload,
  excludeAndUndo,
  expectNobodyNamed,
  importCsv,
  importsOf,
  MESSY,
  replaceAll,
  savePreset,
  TWO_SHEETS,
  tokenOf,
  toReview,
} from './support/import-steps.ts'
import { sharedProduct } from './support/shared-product.ts'
import { enter, inviteMember, type Product, signIn } from './support/steps.ts'

const PHONE = { scheme: 'dark', width: 360 } as const

describe.runIf(hasChromium())('imports', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  test('a messy file is dropped, checked, explained, repaired and imported, and its corrected report completes it', async () => {
    const { page, inspect, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/imports`)
    await page.getByText('No imports yet').waitFor()
    await inspect('imports-none')
    await page.getByRole('link', { name: 'Import contacts' }).first().click()
    await page.getByText('Drop your spreadsheet or contacts here').waitFor()
    await inspect('import-new')
    expect((await download(page, 'Download sample file')).suggestedFilename()).toBe('harkara-sample.csv')

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
    await savePreset(page, 'Shop export')
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
    await page.getByRole('button', { name: 'Fix 3 failed rows' }).click()
    const grid = page.getByRole('grid', { name: 'Rows of the file' })
    await grid.getByRole('row').filter({ hasText: 'Esha' }).getByText('Malformed number').waitFor()
    await inspect('import-rows')
    await grid.getByText('Dev', { exact: true }).click()
    for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page.getByLabel('Mobile no., row 4').fill('98765 43213')
    await page.keyboard.press('Enter')
    await grid.getByRole('row').filter({ hasText: 'Dev' }).getByText('Valid: create').waitFor()
    await page.getByRole('heading', { name: '4 new contacts, 0 existing, 2 failed rows' }).waitFor()
    await excludeAndUndo(page)
    await replaceAll(page, 'Mobile no.', '12', '98765 43216')
    await inspect('import-replaced')
    await page.getByRole('button', { name: 'Undo replacement in 1 row' }).click()
    await page.getByRole('heading', { name: '4 new contacts, 0 existing, 2 failed rows' }).waitFor()
    await page.getByRole('button', { name: 'Replace all' }).click()
    await page.getByRole('heading', { name: '5 new contacts, 0 existing, 1 failed row' }).waitFor()
    const report = await download(page, 'Download 1 failed row')
    expect(report.suggestedFilename()).toBe('failed-rows.csv')
    await page.getByRole('button', { name: 'Import 5 contacts' }).click()
    await page.getByText('New contacts', { exact: true }).waitFor()
    await page.getByText('Completed with errors').waitFor()
    await page.getByRole('link', { name: 'Diwali customers' }).waitFor()
    await inspect('import-done')
    await expectNobodyNamed(page)

    await page.goto(`${product.url}/imports/new`)
    const corrected = (await readFile(await report.path(), 'utf8')).replace('9.19877E+11', '98765 43215')
    await dropAndUpload(page, 'corrected.csv', corrected, 'Upload 1 row')
    await page.getByText('Corrects failed rows of').waitFor()
    await page.getByText('Recognised from last time').waitFor()
    await page.getByLabel('Preset', { exact: true }).selectOption('Shop export')
    await inspect('import-remembered')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Default country for numbers without a country code').selectOption('')
    await page.getByText('Detected from the other numbers in the file').waitFor()
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByRole('button', { name: 'Import 1 contact' }).click()
    await page.getByText('New contacts', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'customers.csv' }).click()
    await page.getByText('1 of 1 failed row was repaired in corrected.csv').waitFor()

    await context.close()
  })

  test('an import overwrites contacts after a typed confirmation, and is undone', async () => {
    const { page, inspect, context } = await openPage()
    await importCsv(product, await enter(page, product), 'Name,Phone,City\nAsha,+919876543210,Pune\n')
    const table = page.getByRole('table', { name: 'Import preview' })
    const panel = page.getByRole('dialog')
    await page.goto(`${product.url}/imports/new`)
    await drop(page, 'again.csv', 'Name,Phone,Accepts marketing\nAsha Rao,+919876543210,yes\nGita,+919876543214,\n')
    await page.getByRole('button', { name: 'Upload 2 rows' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Update', { exact: true }).check()
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByRole('heading', { name: '1 new contact, 1 existing, 1 name change, 0 failed rows' }).waitFor()
    await page.getByLabel('Action', { exact: true }).selectOption('UPDATE')
    await table.getByRole('button', { name: 'Asha Rao' }).click()
    await panel.getByRole('row', { name: 'Name Asha Asha Rao Asha Rao' }).waitFor()
    await panel.getByText('Agreed').waitFor()
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

    await page.getByLabel('Breadcrumb').getByRole('link', { name: 'Imports' }).click()
    await page.getByText('Import results').waitFor()
    await page.getByRole('row').filter({ hasText: 'again.csv' }).getByText('Undone').waitFor()
    await inspect('imports')
    await context.close()
  })

  test('on a phone: a file that cannot be imported is refused before the upload, and a lost upload is repeated once, blocked and cancelled', async () => {
    const { page, inspect, context } = await openPage(PHONE)
    const person = await enter(page, product)
    await page.goto(`${product.url}/imports/new`)
    await drop(page, 'people.xls', 'x')
    await page.getByText('The old Excel format (.xls) is not supported.').waitFor()
    await inspect('import-refused')
    await page.getByRole('button', { name: 'Choose another file' }).click()

    // No number says its country, so the default country decides.
    await drop(page, 'customers.csv', MESSY.replace('+91 ', ''))
    await page.getByLabel('Default country for numbers without a country code').selectOption('GB')
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

    await toReview(page)
    await page
      .getByText('With India as the default country, 3 rows would no longer have an uncertain country.')
      .waitFor()
    await page.getByText('Rows of the file').click()
    await page.getByRole('grid', { name: 'Rows of the file' }).waitFor()
    await page.getByRole('button', { name: 'Compare countries' }).click()
    await page
      .getByRole('row', { name: /^United Kingdom/ })
      .getByText('Current')
      .waitFor()
    await inspect('import-review')
    await page.getByRole('button', { name: 'Use India' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use India' }).click()
    await page.getByText('Default country: India.').waitFor()
    await page.getByRole('heading', { name: /3 new contacts/ }).waitFor()
    await page.getByRole('button', { name: 'Cancel import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click()
    await page.getByText('Import cancelled').waitFor()
    await inspect('import-cancelled')

    await page.getByRole('link', { name: 'Import another file' }).click()
    await dropAndUpload(page, 'gift.csv', `Name,Phone\n${EICAR},+919876543210\n`, 'Upload 1 row')
    await page.getByText('File blocked').waitFor()
    await page.getByText('The file contains the EICAR test virus. Nothing was imported').waitFor()
    await inspect('import-blocked')
    await page.getByRole('link', { name: 'Import another file' }).click()
    await dropAndUpload(page, 'gift.csv', `Name,Phone\n${EICAR},+919876543210\n`, 'Upload 1 row')
    await page.getByText('The file was blocked.').waitFor()
    await inspect('import-same')
    await page.goto(`${product.url}/imports`)
    await page.getByRole('table', { name: 'Imports' }).getByText('Blocked').waitFor()
    await inspect('imports')
    await context.close()
  })

  test('a long preview is walked by pages and by rows, and is shown again if it is no longer true when confirmed', async () => {
    const { page, inspect, context } = await openPage()
    const person = await enter(page, product)
    await page.goto(`${product.url}/imports/new`)
    const numbers = Array.from({ length: 130 }, (_, n) => 919876540000 + n)
    await dropAndUpload(page, 'many.csv', ['Phone', ...numbers].join('\n'), 'Upload 130 rows')
    await toReview(page)
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

    await page.getByText('Rows of the file').click()
    const grid = page.getByRole('grid', { name: 'Rows of the file' })
    await grid.getByText('919876540000').click()
    await page.keyboard.press('Control+End')
    await grid.getByText('919876540100').waitFor()
    await page.getByLabel('From row').fill('125')
    await page.keyboard.press('Enter')
    await grid.getByText('919876540129').waitFor()
    await request(
      `${product.url}/api/v1/contacts`,
      'POST',
      { mobile: '+919876540129', name: 'Meera' },
      await tokenOf(product, person),
    )
    await page.getByRole('button', { name: 'Import 130 contacts' }).click()
    await page.getByText('1 contact would now be imported differently than you saw').waitFor()
    await page.getByRole('heading', { name: '129 new contacts, 1 existing, 0 failed rows' }).waitFor()
    await inspect('import-plan-changed')
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
    await toReview(page)
    await page.getByRole('table', { name: 'Import preview' }).getByRole('button', { name: 'No name' }).waitFor()
    await page.getByRole('button', { name: 'Import 1 contact' }).click()
    await page.getByText('New contacts', { exact: true }).waitFor()
    await inspect('import-done')
    await context.close()
  })
})
