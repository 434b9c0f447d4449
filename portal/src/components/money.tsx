import { formatMoney } from '../format/money.ts'
import classes from './money.module.css'

/** An amount, always with its currency, in figures that line up. */
export const Money = ({ minorUnits, currency }: { minorUnits: number; currency: string }) => (
  <span className={classes.money}>{formatMoney(minorUnits, currency)}</span>
)
