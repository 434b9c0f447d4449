/** The URL of the product's WEBHOOK role. With PORT=0 it is known only after the start, so the product registers it. */
export interface Product {
  url(): string | undefined
  register(url: string): void
}

export function createProduct(url: string | undefined): Product {
  let current = url
  return {
    url: () => current,
    register(next) {
      current = next
    },
  }
}
