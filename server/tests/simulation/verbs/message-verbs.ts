import { type Expected, ok, recent, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { DAY, wholeSecond } from '../model/calendar.ts'
import { findContact } from '../model/contacts.ts'
import type { Report } from '../model/events.ts'
import { find, type Model } from '../model/model.ts'
import { sendReply, sendTest } from '../model/singles.ts'
import { callbackHeaders, inboundBody, statusBody } from '../world/provider-callbacks.ts'
import { closedOr } from './access.ts'
import { toContact } from './address-book-verbs.ts'
import { chooseReport } from './campaign-verbs.ts'

/** Numbers to which the vendor has written within a day: what they write is for the vendor that wrote last. */
const writtenTo = ({ messaging: { wroteAt }, now }: Model) =>
  Object.keys(wroteAt).filter((mobile) => (wroteAt[mobile] ?? 0) > now - DAY)

const write: Verb = {
  name: 'contact writes a message',
  weight: 4,
  followedBy: ['vendor replies'],
  choose(model, random) {
    const mobile = recent(random, writtenTo(model))
    return mobile === undefined ? undefined : { mobile }
  },
  predict(model, { mobile }) {
    model.shared.inbound.push({ mobile: String(mobile), text: 'Are you open?', at: wholeSecond(model.now) })
    return ok()
  },
  run(walker, { mobile }, name) {
    const body = inboundBody(String(mobile), 'Are you open?', name, walker.world.clock.now())
    return walker.webhook('/webhook/meta', body, callbackHeaders(body))
  },
}

const queued = (walker: Walker, name: string, id: string | undefined) => {
  if (id !== undefined) walker.ids.set(name, id)
  walker.sentSingle()
}

const replyTo: Verb = {
  name: 'vendor replies',
  weight: 6,
  followedBy: ['vendor replies', 'callback of a single message', 'contact writes STOP or START', 'delete a contact'],
  settles: 0.6,
  choose(model, random) {
    const { contacts } = model.messaging
    const known = contacts.filter(({ inboundAt }) => inboundAt !== undefined)
    const contact = recent(random, known.length > 0 || random.chance(0.9) ? known : contacts)
    return contact && { mobile: contact.mobile }
  },
  predict: (model, { mobile }, name) =>
    closedOr(model, () => sendReply(model, name, findContact(model, String(mobile)))),
  async run(walker, { mobile }, name) {
    const answer = await toContact(walker, 'POST', mobile, '/messages', { text: 'Until six.' }, '/conversations')
    if (answer.status === 201) queued(walker, name, answer.body.id)
    return answer
  },
}

const testTemplate: Verb = {
  name: 'vendor tests a template',
  weight: 5,
  followedBy: ['callback of a single message', 'contact writes a message', 'vendor tests a template'],
  settles: 0.6,
  choose(model, random) {
    const { templates, contacts } = model.messaging
    const template = recent(random, templates)
    const contact = recent(random, contacts)
    return template && contact && { template: template.name, mobile: contact.mobile }
  },
  predict: (model, { template, mobile }, name) =>
    closedOr(model, () =>
      sendTest(model, name, find(model.messaging.templates, String(template)).name, String(mobile)),
    ),
  async run(walker, { template, mobile }, name) {
    const answer = await walker.post(`/templates/${walker.id(String(template))}/test`, { mobile: `+${mobile}` })
    if (answer.status === 202) queued(walker, name, answer.body.messageId)
    return answer
  },
}

const report: Verb = {
  name: 'callback of a single message',
  weight: 8,
  choose(model, random) {
    const single = recent(
      random,
      model.messaging.singles.filter(({ isAccepted }) => isAccepted),
    )
    return single && { single: single.name, ...chooseReport(random) }
  },
  predict(model, args): Expected {
    const single = find(model.messaging.singles, String(args['single']))
    if (!single.isAccepted) return ok()
    const { status, code } = args as Pick<Report, 'status' | 'code'>
    const report = { status, code, at: wholeSecond(model.now) }
    model.intake.push({ kind: 'singleStatus', single: single.name, report })
    return ok()
  },
  run(walker, args) {
    const id = walker.id(String(args['single']))
    const call = walker.world.outside.provider.accepted.find(({ reference }) => reference === id)
    if (!call) return Promise.resolve({ status: 200, body: undefined })
    const { status, code } = args as Pick<Report, 'status' | 'code'>
    const body = statusBody(call, status, code, walker.world.clock.now())
    return walker.webhook('/webhook/meta', body, callbackHeaders(body))
  },
}

export const messageVerbs: readonly Verb[] = [write, replyTo, testTemplate, report]
