import { created, ok, recent, refusal, type Verb } from '../engine/verb.ts'
import { wholeSecond } from '../model/calendar.ts'
import { find } from '../model/model.ts'
import { callbackHeaders, inboundBody, templateBody } from '../world/provider-callbacks.ts'
import { closedOr } from './access.ts'

const LABELS = ['friends', 'shops'] as const
const mobileOf = (country: string, n: number) =>
  country === 'IN' ? `9198765${String(10_000 + n)}` : `97150123${String(1_000 + n)}`

const addContacts: Verb = {
  name: 'add contacts',
  weight: 3,
  choose: (model, random) => ({
    count: 1 + random.below(3),
    country: random.pick(['IN', 'IN', 'AE']),
    label: random.pick(LABELS),
    from: model.messaging.contacts.length,
  }),
  predict: (model, args) =>
    closedOr(model, () => {
      const country = args['country'] as 'IN' | 'AE'
      const { contacts } = model.messaging
      for (let n = 0; n < Number(args['count']); n++) {
        const mobile = mobileOf(country, Number(args['from']) + n)
        contacts.push({ mobile, country, label: String(args['label']), isOptedOut: false, wroteAt: null })
      }
      return ok({ created: args['count'], updated: 0 })
    }),
  run(walker, args) {
    const contacts = Array.from({ length: Number(args['count']) }, (_, n) => ({
      name: 'Asha',
      mobile: mobileOf(String(args['country']), Number(args['from']) + n),
      labels: [args['label']],
    }))
    return walker.post('/contacts/bulk', { contacts })
  },
}

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
    const { contacts } = model.messaging
    if (contacts.length === 0) return undefined
    return { mobile: random.pick(contacts).mobile, text: random.pick(['STOP', 'STOP', 'START', 'Hello']) }
  },
  predict(model, args) {
    const contact = model.messaging.contacts.find(({ mobile }) => mobile === args['mobile'])
    if (!contact) return refusal(200, '')
    model.intake.push({ kind: 'inbound', mobile: contact.mobile, text: String(args['text']) })
    return ok()
  },
  run(walker, args, name) {
    const body = inboundBody(String(args['mobile']), String(args['text']), name, walker.world.clock.now())
    return walker.webhook('/webhook/meta', body, callbackHeaders(body))
  },
}

export const contactVerbs: readonly Verb[] = [addContacts, makeList, writeTemplate, judgeTemplate, stop]
