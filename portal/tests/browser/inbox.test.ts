import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../server/tests/support/eventually.ts'
import { request } from '../../../server/tests/support/processes/process.ts'
import { openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { advance, DEMO, demoIsReady, enter, type Product, signIn, startForBrowser } from './support/steps.ts'

const MOBILE = '919876500017'

describe.runIf(hasChromium())('inbox and auto-replies', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await startForBrowser()
    ;({ openPage } = await openBrowser(product))
    await demoIsReady(product)
    await writeToMeera(product)
  })
  const heard = (text: string) =>
    request(`${product.sandboxUrl}/control/provider/inbound`, 'POST', { from: MOBILE, text })

  test('an incoming message is answered by a rule and by a member; rules are disabled, changed and deleted', async () => {
    const { page, inspect, context } = await openPage()
    await signIn(page, product.url, DEMO)
    await page.goto(`${product.url}/inbox`)
    await page.getByText('No conversations yet').waitFor()
    await inspect('inbox-none')

    await page.goto(`${product.url}/settings/auto-replies`)
    await page.getByText('No auto-replies yet').waitFor()
    await page.getByRole('button', { name: 'Add auto-reply' }).click()
    await page.getByLabel('Keyword', { exact: true }).fill('price')
    await page.getByLabel('Reply', { exact: true }).fill('Our list: *everything 20% off*')
    await inspect('auto-reply-new')
    await page.getByRole('dialog').getByRole('button', { name: 'Add auto-reply' }).click()
    await page.getByRole('table', { name: 'Auto-replies' }).getByText('price', { exact: true }).waitFor()
    await page.getByText('1,000 per month are free, then ₹').waitFor()
    await inspect('auto-replies')

    await heard('What is the *price* of the lamp?')
    await page.goto(`${product.url}/inbox`)
    await page.getByRole('link', { name: 'Meera Nair' }).waitFor()
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Inbox 1 unread' }).waitFor()
    await inspect('inbox')
    await page.getByRole('link', { name: 'Meera Nair' }).click()
    await main.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    const messages = page.getByRole('log', { name: 'Messages' })
    await messages.getByText('everything 20% off').waitFor()
    await messages.getByText('Auto-reply').waitFor()
    await page.getByLabel('Reply to Meera Nair').fill('The lamp is ₹500.')
    await page.getByText('1,000 free replies per month, then ₹').waitFor()
    await page.getByRole('button', { name: 'Send reply' }).click()
    await messages.getByText('The lamp is ₹500.').waitFor()
    await messages
      .getByText(/^(Delivered|Read)$/)
      .nth(1)
      .waitFor()
    expect(await page.getByLabel('Reply to Meera Nair').inputValue()).toBe('')
    await inspect('conversation')
    await expectNobodyNamed(page.url(), await page.title())
    await page.getByRole('link', { name: 'All conversations' }).click()
    await page.getByText('You: The lamp is ₹500.').waitFor()
    expect(await page.getByText('1 new').count()).toBe(0)

    await page.goto(`${product.url}/settings/auto-replies`)
    // Not uncheck(), which wants it off in the very moment of the click: the page shows it a turn later.
    await page.getByRole('switch', { name: 'Auto-reply to price' }).click({ force: true })
    await page.getByText('Off', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit price' }).click()
    await page.getByLabel('Keyword', { exact: true }).fill('prices')
    await page.getByRole('button', { name: 'Save auto-reply' }).click()
    await page.getByRole('button', { name: 'Delete prices' }).click()
    await page.getByRole('button', { name: 'Delete auto-reply to prices' }).click()
    await page.getByText('No auto-replies yet').waitFor()
    await context.close()
  })

  test('after a day only templates are possible, and after STOP nothing (dark, 360)', async () => {
    const { page, inspect, context } = await openPage({ scheme: 'dark', width: 360 })
    await heard('Are you open?')
    await signIn(page, product.url, DEMO)
    await page.goto(`${product.url}/inbox`)
    await page.getByRole('link', { name: 'Meera Nair' }).click()
    await page.getByRole('log', { name: 'Messages' }).getByText('Are you open?').waitFor()
    await inspect('conversation')
    await advance(product, 25 * 3_600)
    await page.reload()
    await page.getByText('Reply window closed').waitFor()
    await inspect('conversation-closed')
    await writeToMeera(product)
    await heard('STOP')
    await page.getByText('This contact has opted out').waitFor()
    await inspect('conversation-opted-out')
    await page.goto(`${product.url}/inbox`)
    await page.getByText('Opted out').waitFor()
    await inspect('inbox')
    await context.close()
  })

  test('labels are made, counted and lead to who has them', async () => {
    const { page, inspect, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/contacts`)
    await page.getByRole('link', { name: 'Manage labels' }).click()
    await page.getByRole('button', { name: 'Create your first label' }).click()
    await page.getByLabel('Label', { exact: true }).fill('Wholesale')
    await page.getByRole('dialog').getByRole('button', { name: 'Create label' }).click()
    await page.getByRole('link', { name: 'Wholesale' }).waitFor()
    await inspect('labels')
    await page.getByRole('link', { name: 'Wholesale' }).click()
    await page.getByText('No contacts found').waitFor()
    await context.close()
  })
})

/** Whoever was written to last is whose the answer is. */
async function writeToMeera({ url }: Product) {
  const api = `${url}/api/v1`
  const { body } = await request(`${api}/auth/login`, 'POST', DEMO)
  const token = body.accessToken
  await request(`${api}/contacts`, 'POST', { name: 'Meera Nair', mobile: `+${MOBILE}` }, token)
  const [template] = await eventually(async () => {
    const { body: found } = await request(`${api}/templates?status=APPROVED`, 'GET', undefined, token)
    if (found.data.length === 0) throw new Error('no template yet')
    return found.data
  }, 20_000)
  const variables = Object.fromEntries(template.variables.map((name: string) => [name, 'Meera']))
  const sent = await request(`${api}/templates/${template.id}/test`, 'POST', { mobile: `+${MOBILE}`, variables }, token)
  expect(sent.status, JSON.stringify(sent.body)).toBe(202)
  await eventually(async () => {
    const { body: message } = await request(`${api}/messages/${sent.body.messageId}`, 'GET', undefined, token)
    if (message.status !== 'DELIVERED') throw new Error(message.status)
  }, 20_000)
}

async function expectNobodyNamed(url: string, title: string) {
  expect(`${url} ${title}`).not.toMatch(/meera|98765/i)
}
