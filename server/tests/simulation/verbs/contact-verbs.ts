import { created, ok, recent, type Verb } from '../engine/verb.ts'
import { wholeSecond } from '../model/calendar.ts'
import { Missing } from '../model/missing.ts'
import { find } from '../model/model.ts'
import { callbackHeaders, inboundBody, templateBody } from '../world/provider-callbacks.ts'
import { closedOr } from './access.ts'
import { LABELS } from './address-book-verbs.ts'
import { isExpansionDone } from './sure-audience.ts'

const makeList: Verb = {
  name: 'make a list',
  weight: 2,
  choose: (model, random) => (model.messaging.lists.length < 3 ? { label: random.pick(LABELS) } : undefined),
  predict: (model, { label }, name) =>
    closedOr(model, () => {
      model.messaging.lists.push({ name, label: String(label) })
      return created()
    }),
  async run(walker, { label }, name) {
    const answer = await walker.post('/contact-lists', { name, labels: [label] })
    if (answer.status === 201) walker.ids.set(name, answer.body.id)
    return answer
  },
}

const writeTemplate: Verb = {
  name: 'write a template',
  weight: 2,
  choose: (model, random) =>
    model.messaging.templates.length < 3 ? { category: random.pick(['MARKETING', 'UTILITY']) } : undefined,
  predict: (model, args, name) =>
    closedOr(model, () => {
      const category = args['category'] as 'MARKETING' | 'UTILITY'
      model.messaging.templates.push({ name, category, status: 'PENDING', judgedAt: 0 })
      return created({ status: 'PENDING', category })
    }),
  async run(walker, { category }, name) {
    const body = { name: name.replace('-', '_'), category, language: 'en_US', body: 'Our shop is open again.' }
    const answer = await walker.post('/templates', body)
    if (answer.status === 201) walker.ids.set(name, answer.body.id)
    return answer
  },
}

const judgeTemplate: Verb = {
  name: 'provider judges a template',
  weight: 4,
  choose(model, random) {
    const template = recent(random, model.messaging.templates)
    const isWaiting = template?.status === 'PENDING'
    return template && { template: template.name, verdict: isWaiting || random.chance(0.7) ? 'APPROVED' : 'REJECTED' }
  },
  predict(model, args) {
    const template = find(model.messaging.templates, String(args['template']))
    model.intake.push({
      kind: 'template',
      template: template.name,
      verdict: args['verdict'] as 'APPROVED' | 'REJECTED',
      at: wholeSecond(model.now),
    })
    return ok()
  },
  run(walker, args) {
    const name = String(args['template']).replace('-', '_')
    const [known] = [...walker.world.outside.provider.templates].filter(([full]) => full.endsWith(`_${name}`))
    const body = templateBody(known ?? ['', ''], String(args['verdict']), walker.world.clock.now())
    return walker.webhook('/webhook/meta', body, callbackHeaders(body))
  },
}

const stop: Verb = {
  name: 'contact writes STOP or START',
  weight: 2,
  choose(model, random) {
    const { contacts, wroteAt } = model.messaging
    const written = Object.keys(wroteAt)
    // Of a number to which several vendors wrote, it matters who wrote last.
    const shared = written.filter((mobile) =>
      model.shared.vendors.every(({ messaging }) => messaging.wroteAt[mobile] !== undefined),
    )
    const numbers = shared.length > 0 ? shared : [...contacts.map(({ mobile }) => mobile), ...written]
    if (numbers.length === 0) return undefined
    const texts = isExpansionDone(model) ? ['STOP', 'STOP', 'START', 'Hello'] : ['STOP', 'Hello']
    return { mobile: random.pick(numbers), text: random.pick(texts) }
  },
  predict(model, args) {
    const text = String(args['text'])
    if (text === 'START' && !isExpansionDone(model)) throw new Missing('who gets it would be chance')
    model.shared.inbound.push({ mobile: String(args['mobile']), text, at: wholeSecond(model.now) })
    return ok()
  },
  run(walker, args, name) {
    const body = inboundBody(String(args['mobile']), String(args['text']), name, walker.world.clock.now())
    return walker.webhook('/webhook/meta', body, callbackHeaders(body))
  },
}

export const contactVerbs: readonly Verb[] = [makeList, writeTemplate, judgeTemplate, stop]
