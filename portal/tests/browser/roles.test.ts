import { beforeAll, describe, expect, test } from 'vitest'
import { mailTo } from '../../../server/tests/support/processes/process.ts'
import { DESKTOP_AND_PHONE, openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import {
  DEMO,
  demoIsReady,
  newAddress,
  OPERATOR,
  PASSWORD,
  type Product,
  SECOND_OPERATOR,
  signIn,
  startForBrowser,
} from './support/steps.ts'

describe.runIf(hasChromium())('owners and other operators', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await startForBrowser()
    ;({ openPage } = await openBrowser(product))
    await demoIsReady(product)
  })

  test('an invited operator joins through the link, and is offered only what the role allows', async () => {
    const owner = await openPage(DESKTOP_AND_PHONE)
    await signIn(owner.page, product.url, OPERATOR)
    await owner.page.goto(`${product.url}/admin/operators`)
    await owner.page.getByRole('button', { name: 'Invite operator' }).click()
    const email = newAddress()
    const dialog = owner.page.getByRole('dialog')
    await dialog.getByLabel('Email address').fill(email)
    await owner.inspect('admin-operators-invite')
    await dialog.getByRole('button', { name: 'Invite as Support' }).click()
    const row = owner.page.getByRole('row').filter({ hasText: email })
    await row.getByText('Invited', { exact: true }).waitFor()
    await owner.inspect('admin-operators-invited')

    const support = await openPage(DESKTOP_AND_PHONE)
    const [link] = /http\S+accept-invite#ho_\S+/.exec((await mailTo(product.sandboxUrl, email)).text) ?? ['']
    await support.page.goto(link)
    await support.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await support.inspect('accept-operator-invite')
    await support.page.getByRole('button', { name: 'Accept invitation' }).click()
    await support.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await support.page.goto(`${product.url}/admin/vendors`)
    await support.page.getByRole('link', { name: 'Demo' }).click()
    await support.page.getByRole('tab', { name: 'Payments' }).click()
    await support.page.getByRole('row').filter({ hasText: 'Wallet recharge' }).first().waitFor()
    for (const name of ['Credit wallet', 'Suspend vendor', 'Save pricing', 'Set custom plan', /^Export/])
      expect(await support.page.getByRole('button', { name }).count(), String(name)).toBe(0)
    await support.inspect('admin-vendor-support')
    await support.context.close()

    const second = await openPage(DESKTOP_AND_PHONE)
    await signIn(second.page, product.url, SECOND_OPERATOR)
    await second.page.goto(`${product.url}/admin/operators`)
    const unconfirmed = second.page.getByText(`Invited by ${OPERATOR.email}, not confirmed by another owner`)
    await unconfirmed.waitFor()
    await second.page.getByRole('button', { name: `Manage ${email}` }).click()
    await second.page.getByRole('menuitem', { name: 'Confirm' }).click()
    await second.page.getByRole('dialog').waitFor()
    await second.inspect('admin-operators-confirm')
    await second.page.getByRole('dialog').getByRole('button', { name: 'Confirm operator' }).click()
    await unconfirmed.waitFor({ state: 'detached' })
    await second.context.close()

    await owner.page.reload()
    await row.getByRole('button', { name: `Manage ${email}` }).click()
    expect(await owner.page.getByRole('menuitem', { name: 'Confirm' }).count()).toBe(0)
    await owner.page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog.getByText('This cannot be undone.').waitFor()
    await owner.inspect('admin-operators-remove')
    await dialog.getByRole('button', { name: 'Remove operator' }).click()
    await row.waitFor({ state: 'detached' })
    await owner.context.close()
  })

  test('a vendor is suspended with a reason that it reads, and released again', async () => {
    const owner = await openPage(DESKTOP_AND_PHONE)
    const { page } = owner
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/vendors`)
    await page.getByRole('link', { name: 'Demo' }).click()
    for (const name of ['Payments', 'Orders', 'Invoices', 'Credit notes', 'Refunds', 'Campaigns', 'Transactions']) {
      await page.getByRole('tab', { name }).click()
      await page
        .getByRole('tabpanel', { name })
        .getByRole('button', { name: `Export ${name.toLowerCase()} as CSV` })
        .waitFor()
    }
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export transactions as CSV' }).click()
    expect((await file).suggestedFilename()).toBe('transactions.csv')

    await page.getByRole('tab', { name: 'Payments' }).click()
    const paid = page.getByRole('row').filter({ hasText: 'Wallet recharge' }).first()
    const payment = (await paid.getByRole('link').textContent()) ?? ''
    await owner.inspect('admin-vendor-payments')
    await page.goto(`${product.url}/admin/payments`)
    await page.getByLabel('Payment ID').fill(payment)
    await page.getByRole('button', { name: 'Find payment' }).click()
    await page.getByRole('link', { name: 'Demo Traders' }).waitFor()
    await owner.inspect('admin-payment')
    await page.getByRole('link', { name: 'Demo Traders' }).click()

    await page.getByRole('button', { name: 'Suspend vendor' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Suspend vendor' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill('Complaints about unsolicited messages')
    await owner.inspect('admin-suspend')
    await dialog.getByRole('button', { name: 'Suspend vendor' }).click()
    await page.getByText('This vendor is suspended').waitFor()
    await owner.inspect('admin-vendor-suspended')

    const vendor = await openPage(DESKTOP_AND_PHONE)
    await signIn(vendor.page, product.url, DEMO)
    await vendor.page.goto(product.url)
    await vendor.page.getByText('Reason: Complaints about unsolicited messages').waitFor()
    await vendor.inspect('suspended')
    await page.getByRole('button', { name: 'Lift suspension' }).click()
    await dialog.getByRole('button', { name: 'Lift suspension' }).click()
    await page.getByRole('button', { name: 'Suspend vendor' }).waitFor()
    await vendor.page.reload()
    await vendor.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await vendor.page.getByText('Your account is suspended').count()).toBe(0)
    await vendor.context.close()
    await owner.context.close()
  })
})
