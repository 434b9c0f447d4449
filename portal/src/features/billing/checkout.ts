import { pageSettings } from '../../api/page-settings.ts'

interface Order {
  orderId: string
  checkoutUrl: string
}

/** Off to where the order is paid. The payer comes back to the order's own page, and from there to `next`. */
export function goToCheckout({ orderId, checkoutUrl }: Order, next?: string) {
  if (next) sessionStorage.setItem(keyOf(orderId), next)
  const url = new URL(checkoutUrl, location.href)
  // Our own checkout page knows the way back; the sandbox's has to be told.
  if (pageSettings.sandboxUrl && checkoutUrl.startsWith(pageSettings.sandboxUrl))
    url.searchParams.set('return_url', new URL(`/billing/orders/${orderId}`, location.href).href)
  location.assign(url.href)
}

/** Where the payer was before: a path of the portal, kept in this tab alone. */
export const placeBefore = (orderId: string) => sessionStorage.getItem(keyOf(orderId)) ?? undefined

const keyOf = (orderId: string) => `after-order-${orderId}`

/** What the gateway's window handed over: behind the #, or from the sandbox as parameters. */
export function readProof({ hash, search }: { hash: string; search: string }) {
  const behind = new URLSearchParams(hash.replace(/^#/, ''))
  const given = new URLSearchParams(search)
  const gatewayPaymentId = behind.get('gatewayPaymentId') ?? given.get('razorpay_payment_id')
  const signature = behind.get('signature') ?? given.get('razorpay_signature')
  return gatewayPaymentId && signature ? { gatewayPaymentId, signature } : undefined
}
