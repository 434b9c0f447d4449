/** Where the product's WEBHOOK role listens. With PORT=0 that is known only once it has started, so the product says it. */
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
