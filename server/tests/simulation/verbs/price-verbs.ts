import { created, ok, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import { DAY, HOUR } from '../model/calendar.ts'
import { type Currency, FIRST_RATES } from '../model/currency.ts'
import { countByCountry, launch, noRate, price, toLabel } from '../model/launch.ts'
import type { Category, Quotation } from '../model/messaging.ts'
import { find, type Model } from '../model/model.ts'
import { spendable } from '../model/wallet.ts'
import { closedOr } from './access.ts'
import { chooseExclusion, launchBody, withoutOf } from './campaign-verbs.ts'
import { isAudienceSure, sure } from './sure-audience.ts'

const QUOTATION_HOLDS = DAY

const toList = (
  model: Model,
  { name, template, list, without }: Pick<Quotation, 'name' | 'template' | 'list' | 'without'>,
) => toLabel(model, { name, template, label: find(model.messaging.lists, list).label, without })

const quote: Verb = {
  name: 'quote',
  weight: 3,
  choose(model, random) {
    const template = sensible(random, model.messaging.templates, ({ status }) => status === 'APPROVED')
    const list = recent(random, model.messaging.lists)
    return template && list && { template: template.name, list: list.name, ...chooseExclusion(random) }
  },
  predict: (model, args, name) =>
    closedOr(model, () => {
      const [template, list] = [String(args['template']), String(args['list'])]
      find(model.messaging.templates, template)
      const without = withoutOf(args)
      const wish = toList(model, { name, template, list, without })
      const unavailable = noRate(model)
      const priced = price(model, wish)
      if ('status' in priced && priced.code !== 'PRICING_NOT_FOUND') return priced
      if (unavailable) return unavailable
      if ('status' in priced) return priced
      const recipients = countByCountry(priced.recipients)
      const expiresAt = model.now + QUOTATION_HOLDS
      model.messaging.quotations.push({ name, template, list, without, expiresAt, unit: priced.unit, recipients })
      const shortfallMinorUnit = Math.max(0, priced.amount - spendable(model))
      const { currency } = model
      const counted = { recipients: priced.recipients.length, shortfallMinorUnit }
      return created({ totalMinorUnit: priced.amount, currency, ...counted })
    }),
  async run(walker, args, name) {
    const { name: _, ...body } = launchBody(walker, args, name)
    const answer = await walker.post('/quotations', body)
    if (answer.status === 201) walker.ids.set(name, answer.body.id)
    return answer
  },
}

const launchAsQuoted: Verb = {
  name: 'launch as quoted',
  weight: 4,
  choose(model, random) {
    const quotation = isAudienceSure(model) ? recent(random, model.messaging.quotations) : undefined
    return quotation && { quotation: quotation.name }
  },
  predict: (model, args, name) =>
    closedOr(model, () => {
      const quotation = find(model.messaging.quotations, String(args['quotation']))
      const wish = toList(model, { ...quotation, name: sure(model, name) })
      return launch(model, { ...wish, quotation })
    }),
  async run(walker, args, name) {
    const quotationId = walker.id(String(args['quotation']))
    const { body: quotation } = await walker.get(`/quotations/${quotationId}`)
    const { templateId, contactListId, excludeCountries } = quotation
    const body = { templateId, contactListId, quotationId, excludeCountries, name }
    const answer = await walker.post('/campaigns/launch', body)
    if (answer.status === 200) {
      walker.ids.set(name, answer.body.campaignId)
      walker.launched()
    }
    return answer
  },
}

/** Percent of the first rate. The last one is more than a fifth away from the others: a rate that is not believed. */
const MOVES = [100, 101, 96, 144]

const rateMoves: Verb = {
  name: 'exchange rate moves',
  weight: 1,
  choose({ currency }, random) {
    const moving = random.chance(0.5) || currency === 'USD' ? 'INR' : currency
    return { currency: moving, rate: Math.round((FIRST_RATES[moving] * random.pick(MOVES)) / 100) }
  },
  predict(model, args) {
    model.shared.rates[args['currency'] as Currency].feed = Number(args['rate'])
    return ok()
  },
  async run(walker, args) {
    walker.world.outside.rates[String(args['currency'])] = Number(args['rate']) / 10_000
    return { status: 200, body: undefined }
  },
}

const changePrice: Verb = {
  name: 'operator changes a price',
  weight: 1,
  choose: (model, random) => ({
    category: random.pick(['MARKETING', 'UTILITY']),
    currency: random.pick(['USD', 'USD', model.currency]),
    country: random.pick(['IN', 'AE']),
    micros: random.pick([0, 1_401, 20_000, 99_999]),
    inHours: random.pick([0, 0, 30]),
  }),
  predict(model, args) {
    const [category, country] = [args['category'] as Category, String(args['country'])]
    const currency = args['currency'] as Currency
    const from = model.now + Number(args['inHours']) * HOUR
    const isKnown = model.shared.card.some(
      (one) => one.category === category && one.country === country && one.currency === currency && one.from === from,
    )
    if (isKnown) return refusal(409, 'ALREADY_EXISTS')
    model.shared.card.push({ category, country, currency, from, micros: Number(args['micros']) })
    return created()
  },
  run(walker, args) {
    const from = new Date(walker.world.clock.now().getTime() + Number(args['inHours']) * HOUR)
    const body = {
      category: args['category'],
      countryCode: args['country'],
      currency: args['currency'],
      metaCostUsdMicros: args['micros'],
      effectiveFrom: from.toISOString(),
    }
    return walker.post('/admin/pricing', body, 'operator')
  },
}

export const priceVerbs: readonly Verb[] = [quote, launchAsQuoted, rateMoves, changePrice]
