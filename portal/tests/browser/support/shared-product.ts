import { inject } from 'vitest'
import { demoIsReady } from './steps.ts'

/**
 * The product that the global setup started. Files that share it run at the same time: each makes vendors of its own,
 * or changes nothing of the demo vendor that another one reads. A file that moves the clock, scripts the provider or
 * stops all sending starts its own product with `startForBrowser`.
 */
export async function sharedProduct() {
  const product = inject('sharedProduct')
  await demoIsReady(product)
  return product
}
