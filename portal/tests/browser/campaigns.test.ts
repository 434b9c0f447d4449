import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../server/tests/support/processes/process.ts'
import { openBrowser } from './support/browser.ts'
import {
  ACCESS_TOKEN_SECONDS,
  confirm,
  expectNobodyNamed,
  hoverAtTheEdge,
  inspectBoth,
  prepare,
  refuseOnceWithoutPrice,
  sendNow,
  tomorrowAtNine,
} from './support/campaign-steps.ts'
import { hasChromium } from './support/chromium.ts'
import { newSender, recharge, type Sender, suspendForAMoment } from './support/senders.ts'
import { advance, inviteMember, type Product, payAtSandbox, signIn, startForBrowser } from './support/steps.ts'

describe.runIf(hasChromium())('campaigns', () => {
  let product: Product
  /** Has money and people. */
  let rich: Sender
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    // So slow that somebody can pause it.
    product = await startForBrowser({ DISPATCH_RATE_PER_SECOND: '1', SANDBOX_DEMO_DATA: 'false' })
    ;({ openPage } = await openBrowser(product))
    rich = await newSender(product, 20)
    await recharge(product, rich.token, 500_000)
  })
  const script = (change: object) => request(`${product.sandboxUrl}/control/provider`, 'PUT', change)
  afterEach(() => script({ failRate: 0 }))

  test('from a template to delivered messages, with a recharge on the way and an answer that is lost', async () => {
    const sender = await newSender(product, 3)
    const visitor = await openPage()
    const { page, inspect, context } = visitor
    await signIn(page, product.url, sender)
    await page.goto(`${product.url}/campaigns`)
    await page.getByText('No campaigns yet').waitFor()
    await inspect('campaigns-none')
    await page.getByRole('link', { name: 'Create campaign' }).click()
    await prepare(page, inspect)

    // One who has no city is left out, the others cost exactly what is missing.
    await page.getByText('1 contact has no value for a variable').waitFor()
    await page.getByText(/^You need ₹[\d,.]+ more to send this campaign$/).waitFor()
    expect(await page.getByRole('button', { name: /^Send to 2 recipients for ₹/ }).isDisabled()).toBe(true)
    await inspectBoth(visitor, 'campaign-check-short')
    await page.getByRole('button', { name: /^Add ₹[\d.]+$/ }).click()
    await page
      .getByRole('region', { name: 'Add funds' })
      .getByRole('button', { name: /^Add ₹[\d,.]+$/ })
      .click()
    await payAtSandbox(page)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Send to 2 recipients for ₹/ }).waitFor()
    await page.reload()
    await page.locator('button:enabled').filter({ hasText: 'Send to 2 recipients' }).waitFor()
    await expectNobodyNamed(page)
    await inspect('campaign-check')
    await page.getByRole('button', { name: /^Download PDF of quotation$/ }).waitFor()
    await page.getByRole('button', { name: /^Send to 2 recipients for ₹/ }).click()
    await page.getByRole('dialog').getByText('cannot be recalled').waitFor()
    await inspect('campaign-send')

    // The answer gets lost on its way. Loaded anew and sent again it is the same launch.
    await page.route(
      '**/campaigns/launch',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const send = page.getByRole('dialog').getByRole('button', { name: /^Send to 2 recipients for ₹/ })
    await send.click()
    await page.getByRole('dialog').getByText('Your input is kept.').waitFor()
    await page.reload()
    await page.getByText('The response to your last attempt was lost').waitFor()
    await inspect('campaign-answer-lost')
    await page.locator('button:enabled').filter({ hasText: 'Send to 2 recipients' }).click()
    await send.click()

    await page.getByRole('heading', { level: 1, name: 'Autumn offer' }).waitFor()
    await page.getByRole('heading', { name: '2 of 2 delivered' }).waitFor()
    await page
      .getByRole('table', { name: 'Recipients' })
      .getByText(/^(Delivered|Read)$/)
      .first()
      .waitFor()
    await page.getByText('No funds are on hold').waitFor({ timeout: 60_000 })
    await page.getByRole('table', { name: 'Receipt' }).getByText('India').waitFor()
    await page.waitForLoadState('networkidle')
    await hoverAtTheEdge(page, 'Deliveries over time')
    await inspectBoth(visitor, 'campaign-delivered')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 2 recipients as CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^campaign-.*\.csv$/)

    await page.getByLabel('Breadcrumb').getByRole('link', { name: 'Campaigns' }).click()
    await page.getByText('1 campaign', { exact: true }).waitFor()
    await context.close()
  })

  test('scheduled on the vendor’s clock, changed and cancelled', async () => {
    const visitor = await openPage()
    const { page, inspect, context } = visitor
    await signIn(page, product.url, rich)
    await page.goto(`${product.url}/campaigns/new`)
    await prepare(page)
    await page.getByLabel('Send later').click()
    await page.getByLabel('Date and time (Asia/Kolkata)').fill('2020-01-01T10:00')
    await page.getByText('Choose a time at least 5 minutes from now.').waitFor()
    await page.getByLabel('Date and time (Asia/Kolkata)').fill(await tomorrowAtNine(page))
    await page.locator('button:enabled').filter({ hasText: 'Schedule for 19 recipients' }).click()
    await confirm(page, /^Schedule for/, () => inspect('campaign-schedule'))
    await page.getByText(/Starts on .* 9:00 am IST/).waitFor()
    await inspectBoth(visitor, 'campaign-scheduled')
    await page.getByRole('button', { name: 'Edit campaign' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit campaign' })
    await edit.getByLabel('Campaign name').fill('Winter offer')
    const time = edit.getByLabel('Date and time (Asia/Kolkata)')
    await time.fill((await time.inputValue()).replace('T09:00', 'T18:15'))
    await inspect('campaign-edit')
    await edit.getByRole('button', { name: 'Save campaign' }).click()
    await page.getByRole('heading', { level: 1, name: 'Winter offer' }).waitFor()
    await page.getByText(/Starts on .* 6:15 pm IST/).waitFor()
    const scheduled = page.url()
    const month = (await tomorrowAtNine(page)).slice(0, 7)
    await page.goto(`${product.url}/campaigns/calendar?month=${month}`)
    await page.getByRole('link', { name: /^Winter offer\s*6:15 pm/ }).waitFor()
    await inspectBoth(visitor, 'campaign-calendar')
    await suspendForAMoment(product, rich)
    await page.goto(scheduled)
    await page.getByText(/Scheduled for .* 6:15 pm IST/).waitFor()
    await page.getByRole('button', { name: 'Edit campaign' }).click()
    await page.getByRole('dialog', { name: 'Edit campaign' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Resume campaign' }).click()
    await page.getByText(/The campaign starts on .* 6:15 pm IST .* Nothing is charged now/).waitFor()
    await confirm(page, /^Schedule campaign$/, () => inspect('campaign-resume-scheduled'))
    await page.getByText(/Starts on .* 6:15 pm IST \(/).waitFor()
    await page.getByRole('button', { name: 'Cancel campaign' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    await page.getByLabel('Breadcrumb').getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('row').filter({ hasText: 'Winter offer' }).getByText('Cancelled').waitFor()
    await inspectBoth(visitor, 'campaigns')
    await context.close()
  })

  test('it is paused, goes on and is cancelled; those who failed are tried again', async () => {
    const visitor = await openPage()
    const { page, inspect, context } = visitor
    await signIn(page, product.url, rich)
    await page.goto(`${product.url}/campaigns/new`)
    await prepare(page)
    await sendNow(page)
    await page.getByRole('button', { name: 'Pause' }).click()
    await confirm(page, /^Pause \d+ messages$/, () => inspect('campaign-pause'))
    await page.getByText('It was paused by your team.').waitFor()
    await inspectBoth(visitor, 'campaign-paused')
    await page.getByRole('button', { name: 'Cancel campaign' }).click()
    await page.getByRole('button', { name: 'Keep campaign' }).waitFor()
    await inspectBoth(visitor, 'campaign-cancel')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Resume' }).click()
    await refuseOnceWithoutPrice(page, 'resume')
    await confirm(page, /^Send \d+ messages$/, () => inspectBoth(visitor, 'campaign-resume'))
    await page.getByRole('button', { name: 'Exclude 1 recipient in Spain and resume' }).click()
    await page.getByText('Sending', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Cancel campaign' }).click()
    await confirm(page, /^Cancel \d+ messages$/)
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    await page.getByText('Released').waitFor()

    await script({ failRate: 1, failAsync: true, failCode: 131000 })
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('link', { name: 'Recipients' }).click()
    await page.getByRole('radio', { name: /Best/ }).click()
    await page.getByRole('link', { name: 'Review' }).click()
    await sendNow(page)
    const again = page.getByRole('button', { name: /^Retry 2 recipients$/ })
    await again.waitFor({ timeout: 60_000 })
    await page.getByText('The cause was temporary. Retry these recipients.').waitFor()
    await page.getByRole('link', { name: /^Show recipients/ }).click()
    await page.waitForURL(/reason=/)
    await inspectBoth(visitor, 'campaign-failed')
    const failed = page.url()
    await page.getByRole('link', { name: 'Compare campaigns' }).click()
    await page.getByLabel('Second campaign').selectOption({ index: 2 })
    await page.getByRole('row', { name: /^Failure rate 100%/ }).waitFor()
    await inspectBoth(visitor, 'campaign-compare')
    await page.goto(failed)
    await script({ failRate: 0 })
    await again.click()
    await refuseOnceWithoutPrice(page, 'retry-failed')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Retry up to 2 recipients for about ₹/ })
      .click()
    await page.getByRole('button', { name: 'Exclude 1 recipient in Spain and retry' }).click()
    await page.getByText('Retries the failed messages of').waitFor()
    await context.close()
  })

  test('recipients in a country without a price are left out with one button, before it is sent and at its time', async () => {
    const api = `${product.url}/api/v1`
    const call = async (method: string, path: string, body?: object) =>
      (await request(`${api}${path}`, method, body, rich.token)).body
    const spaniard = { mobile: '+34612345678', name: 'Lucía', labels: ['Abroad'], attributes: { city: 'Madrid' } }
    const indian = { mobile: '+919876599001', name: 'Ravi', labels: ['Abroad', 'Later'], attributes: { city: 'Pune' } }
    await call('POST', '/contacts/bulk', { contacts: [spaniard, indian] })
    for (const name of ['Abroad', 'Later']) await call('POST', '/contact-lists', { name, labels: [name] })
    const visitor = await openPage()
    const { page, context } = visitor
    await signIn(page, product.url, rich)
    await page.goto(`${product.url}/campaigns/new`)
    await page.getByRole('radio', { name: /autumn_offer/ }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /Abroad/ }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Campaign name').fill('Autumn offer')
    await page.getByLabel('Value of {{1}}').selectOption({ label: 'Contact name' })
    await page.getByLabel('Value of {{2}}').selectOption({ label: 'Contact city' })
    await page.getByRole('button', { name: 'Review campaign' }).click()

    const leaveOut = page.getByRole('button', { name: 'Leave out 1 recipient in Spain and continue' })
    await page.getByText('No price for messages to Spain').waitFor()
    expect(await page.getByRole('button', { name: 'Send campaign', exact: true }).isDisabled()).toBe(true)
    await inspectBoth(visitor, 'campaign-no-price')
    await leaveOut.click()
    await page.getByRole('button', { name: 'Include Spain' }).click()
    await leaveOut.click()
    await page.getByText('1 recipient in Spain (excluded)').waitFor()
    await page.reload()
    await page.locator('button:enabled').filter({ hasText: 'Send to 1 recipient' }).waitFor()
    await inspectBoth(visitor, 'campaign-country-left-out')
    await sendNow(page)
    await page.getByText('Skipped: 1 recipient in Spain (excluded).').waitFor()
    await page.getByText('Not charged: 1 recipient in Spain (excluded).').waitFor()
    await page.getByRole('heading', { name: '1 of 1 delivered' }).waitFor()
    await inspectBoth(visitor, 'campaign-sent-without-country')

    // At its time another one meets the same country.
    const templates = await call('GET', '/templates?status=APPROVED')
    const lists = await call('GET', '/contact-lists')
    const now = await page.evaluate(() => Date.now())
    const { campaignId } = await call('POST', '/campaigns/launch', {
      templateId: templates.data[0].id,
      contactListId: lists.data.find(({ name }: { name: string }) => name === 'Later').id,
      variables: { '1': 'name', '2': 'attributes.city' },
      scheduledAt: new Date(now + 6 * 60_000).toISOString(),
    })
    await call('POST', '/contacts/bulk', { contacts: [{ ...spaniard, labels: ['Later'] }] })
    await advance(product, 6 * 60 + 5)
    await page.goto(`${product.url}/campaigns/${campaignId}`)
    await page.getByText('There is no price for messages to one of its countries.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Send to about/ }).click()
    await dialog.getByText('No price for messages to Spain').waitFor()
    await inspectBoth(visitor, 'campaign-resume-no-price')
    await dialog.getByRole('button', { name: 'Exclude 1 recipient in Spain and start' }).click()
    await page.getByText('Skipped: 1 recipient in Spain (excluded).').waitFor()
    await page.getByRole('heading', { name: '1 of 1 delivered' }).waitFor()
    await context.close()
  })

  // The clock only goes forward: this comes last.
  test('a member whose session ends on the way loses nothing, and sees whom to ask for the money that is missing', async () => {
    const poor = await newSender(product, 3)
    const member = await inviteMember(product, poor)
    const { page, inspect, context } = await openPage()
    await signIn(page, product.url, member)
    await page.goto(`${product.url}/campaigns/new`)
    await prepare(page, async (name) => {
      if (name !== 'campaign-details') return
      await context.clearCookies()
      await advance(product, ACCESS_TOKEN_SECONDS + 60)
    })
    const dialog = page.getByRole('dialog', { name: 'Session expired' })
    await dialog.getByLabel('Password', { exact: true }).fill(member.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(`Only an administrator can add funds. Ask ${poor.email}.`).waitFor()
    await page.getByText(/^You need ₹[\d,.]+ more to send this campaign$/).waitFor()
    expect(await page.getByRole('button', { name: /^Add ₹/ }).count()).toBe(0)
    await inspect('campaign-check-member')
    await page.getByRole('link', { name: 'Details' }).click()
    expect(await page.getByLabel('Campaign name').inputValue()).toBe('Autumn offer')
    await page
      .getByLabel('Value of {{2}}')
      .getByText('Contact city')
      .and(page.locator(':checked'))
      .waitFor({ state: 'attached' })
    await context.close()
  })
})
