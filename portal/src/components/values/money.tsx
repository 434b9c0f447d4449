import { formatMoney } from '../../format/money.ts'
import classes from './money.module.css'

/** An amount with its currency, in tabular figures. */
export const Money = ({ minorUnits, currency }: { minorUnits: number; currency: string }) => (
  <span className={classes.money}>{formatMoney(minorUnits, currency)}</span>
)
