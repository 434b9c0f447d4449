import { appleContacts } from './layouts/apple.mjs'
import { hubSpot, zohoCrm } from './layouts/crm.mjs'
import { googleAsOutlook, googleCards, googleContacts, googleContactsBefore2024 } from './layouts/google.mjs'
import { outlookClassic, outlookOnline } from './layouts/outlook.mjs'
import { mailchimp, shopify } from './layouts/shops.mjs'
import { aiSensy, interakt, wati } from './layouts/whatsapp.mjs'

/**
 * The exports of well-known programs in their real layouts, with invented people. `fields` are the columns that must be
 * recognised; the others become attributes. `contacts` are what a vendor in India gets without touching the mapping.
 */
export function writeLayouts() {
  googleContacts()
  googleContactsBefore2024()
  googleAsOutlook()
  googleCards()
  outlookClassic()
  outlookOnline()
  appleContacts()
  hubSpot()
  zohoCrm()
  shopify()
  mailchimp()
  interakt()
  aiSensy()
  wati()
}
