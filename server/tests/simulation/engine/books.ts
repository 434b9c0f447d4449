/** What the product has written down about money, as far as the sum needs it. */
export interface Books {
  wallet: number
  bonus: number
  /** How much of each payment is invoiced, and whether for a plan or for the wallet. */
  invoiced: { payment: string; amount: number; isPlan: boolean }[]
  /** Messages that were charged. */
  charged: { id: string; cost: number }[]
}
