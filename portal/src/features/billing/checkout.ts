import { pageSettings } from '../../api/page-settings.ts'

interface Order {
  orderId: string
  checkoutUrl: string
}

/** Redirects to the checkout. The payer returns to the order's page, which links to `next`. */
export function goToCheckout({ orderId, checkoutUrl }: Order, next?: string) {
  if (next) sessionStorage.setItem(keyOf(orderId), next)
  const url = new URL(checkoutUrl, location.href)
  // The server's own checkout page knows the return address; the sandbox's does not.
  if (pageSettings.sandboxUrl && checkoutUrl.startsWith(pageSettings.sandboxUrl))
    url.searchParams.set('return_url', new URL(`/billing/orders/${orderId}`, location.href).href)
  location.assign(url.href)
}

/** The portal path to return to after the payment, stored in this tab only. */
export const returnPath = (orderId: string) => sessionStorage.getItem(keyOf(orderId)) ?? undefined

const keyOf = (orderId: string) => `after-order-${orderId}`

/** The gateway's payment proof, from the URL fragment or, in the sandbox, from the query parameters. */
export function readProof({ hash, search }: { hash: string; search: string }) {
  const behind = new URLSearchParams(hash.replace(/^#/, ''))
  const given = new URLSearchParams(search)
  const gatewayPaymentId = behind.get('gatewayPaymentId') ?? given.get('razorpay_payment_id')
  const signature = behind.get('signature') ?? given.get('razorpay_signature')
  return gatewayPaymentId && signature ? { gatewayPaymentId, signature } : undefined
}
