import { CURRENCIES } from '@harkara/server/domain/money/currencies'
import { CATEGORIES, MARKUP_PERCENT_DEFAULT } from '@harkara/server/domain/money/pricing'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { t } from '../../../format/translate.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ADMIN } from '../queries.ts'
import { parsePercent } from './parse-percent.ts'
import { PRICE_CATEGORIES } from './price-categories.ts'
import { PricePreview } from './price-preview.tsx'
import { StartInput, useStart, useStartText } from './start-input.tsx'

const KINDS = CATEGORIES.map((value) => ({ value, label: PRICE_CATEGORIES[value] }))

export function AddPrice({ onClose }: { onClose: () => void }) {
  const [category, setCategory] = useState<string>(CATEGORIES[0])
  const [country, setCountry] = useState('IN')
  const [currency, setCurrency] = useState('USD')
  const [cost, setCost] = useState('')
  const [markup, setMarkup] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const start = useStart()
  const startText = useStartText(start)
  const countryCode = country.trim().toUpperCase()
  const isCountry = /^[A-Z]{2}$/.test(countryCode)
  const metaCostUsdMicros = parseMicros(cost)
  const markupPercent = markup.trim() === '' ? null : parsePercent(markup, 1000)
  const add = useApiMutation((price: object) => api.post('/admin/pricing', price), {
    invalidates: [ADMIN],
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={t('Add price')}
      about={t('{startText} for new quotations. Existing quotations and campaigns keep their price.', { startText })}
      confirm={
        metaCostUsdMicros === undefined
          ? t('Add price')
          : t('Add USD {cost} for {countryCode}', { cost: cost.trim(), countryCode })
      }
      onClose={onClose}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => {
        setSubmitted(true)
        if (isCountry && metaCostUsdMicros !== undefined && markupPercent !== undefined && start.isValid)
          add.mutate({
            category,
            countryCode,
            currency,
            metaCostUsdMicros,
            ...(markupPercent !== null && { markupPercent }),
            ...start.body,
          })
      }}
    >
      <NativeSelect
        label={t('Category')}
        data={KINDS}
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value)}
      />
      <TextInput
        label={t('Country')}
        description={t("Two-letter code of the recipient's country.")}
        autoComplete="off"
        maxLength={2}
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        error={isSubmitted && !isCountry ? t('Enter a two-letter code, such as IN.') : undefined}
      />
      <NativeSelect
        label={t('Vendor currency')}
        description={t('USD applies to all currencies without their own price.')}
        data={CURRENCIES}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      />
      <TextInput
        label={t('Cost per message (USD)')}
        inputMode="decimal"
        autoComplete="off"
        value={cost}
        onChange={(event) => setCost(event.currentTarget.value)}
        error={isSubmitted && metaCostUsdMicros === undefined ? t('Enter an amount, such as 0.0107.') : undefined}
      />
      <TextInput
        label={t('Markup (%)')}
        description={t('Leave empty for the default of {markupPercentDefault}%.', {
          markupPercentDefault: MARKUP_PERCENT_DEFAULT,
        })}
        inputMode="numeric"
        autoComplete="off"
        value={markup}
        onChange={(event) => setMarkup(event.currentTarget.value)}
        error={markupPercent === undefined ? t('Enter a whole number from 0 to 1000.') : undefined}
      />
      <StartInput start={start} />
      {isCountry && metaCostUsdMicros !== undefined && markupPercent !== undefined && (
        <PricePreview
          price={{
            category,
            countryCode,
            currency,
            metaCostUsdMicros,
            markupPercent: markupPercent ?? MARKUP_PERCENT_DEFAULT,
          }}
        />
      )}
    </FormDialog>
  )
}

/** Parses `0.0107` into micro-dollars without floating-point arithmetic. */
function parseMicros(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d{0,6}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(6, '0'))
}
