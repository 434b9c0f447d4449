import type { AccountId } from '../../../src/domain/ids.ts'
import { created, ok, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import { DAY } from '../model/calendar.ts'
import { mayNotSend } from '../model/launch.ts'
import { Missing } from '../model/missing.ts'
import { find, type Model } from '../model/model.ts'
import type { Invitation } from '../model/team.ts'
import { closedOr } from './access.ts'

const VALID = 7 * DAY
const PER_ADDRESS_AND_DAY = 3
const PER_DAY = 20
const PASSWORD = 'a long walk in the evening'

const isValid = (model: Model, { isOpen, expiresAt }: Invitation) =>
  isOpen && model.now < expiresAt && model.status !== 'CLOSED'

const invite: Verb = {
  name: 'invite a member',
  weight: 3,
  choose(model, random) {
    const { invitations } = model.team
    const again = random.chance(0.4) ? recent(random, invitations) : undefined
    const address = `guest-${model.shared.vendors.indexOf(model)}-${invitations.length}@example.com`
    return { address: again?.address ?? address, role: random.pick(['MEMBER', 'MEMBER', 'ADMIN']) }
  },
  predict: (model, args, name) =>
    closedOr(model, () => {
      const { address, role } = args as Pick<Invitation, 'address' | 'role'>
      const { team, now } = model
      const refused = mayNotSend(model)
      if (refused) return refused
      if (team.member !== null && team.memberAddress === address) return refusal(409, 'ALREADY_A_MEMBER')
      const today = team.invitations.filter(({ invitedAt }) => invitedAt > now - DAY)
      const toAddress = today.filter((one) => one.address === address)
      if (today.length >= PER_DAY || toAddress.length >= PER_ADDRESS_AND_DAY) return refusal(422, 'INVITATION_LIMIT')
      // The link before is void.
      for (const one of team.invitations) if (one.address === address) one.isOpen = false
      const invitation = { name, address, role, invitedAt: now, expiresAt: now + VALID }
      team.invitations.push({ ...invitation, isOpen: true, isMailed: false })
      return created({ email: address, role, status: 'INVITED' })
    }),
  async run(walker, { address, role }, name) {
    const answer = await walker.post('/vendor/users', { email: address, role })
    if (answer.status === 201) walker.ids.set(name, answer.body.id)
    return answer
  },
}

const withdraw: Verb = {
  name: 'withdraw an invitation',
  weight: 1,
  choose({ team }, random) {
    const one = sensible(random, team.invitations, ({ isOpen }) => isOpen)
    return one && { invitation: one.name }
  },
  predict: (model, args) =>
    closedOr(model, () => {
      const one = find(model.team.invitations, String(args['invitation']))
      if (!one.isOpen) return refusal(404, 'NOT_FOUND')
      one.isOpen = false
      return { status: 204 }
    }),
  run: (walker, args) => walker.call('admin', 'DELETE', `/vendor/users/${walker.id(String(args['invitation']))}`),
}

/** With the link of the mail, which may be an old one. A walk has one place for a member. */
const accept: Verb = {
  name: 'accept an invitation',
  weight: 4,
  choose(model, random) {
    const mailed = model.team.invitations.filter(({ isMailed }) => isMailed)
    const isFree = model.team.member === null
    if (!isFree && random.chance(0.8)) return undefined
    const usable = isFree ? mailed : mailed.filter((one) => !isValid(model, one))
    const one = sensible(random, usable, (each) => isValid(model, each))
    return one && { invitation: one.name }
  },
  predict(model, args) {
    const { team } = model
    const one = find(team.invitations, String(args['invitation']))
    if (!one.isMailed) throw new Missing('nobody has the link')
    if (!isValid(model, one)) return refusal(400, 'INVITATION_INVALID')
    if (team.member !== null) throw new Missing('there is a member')
    one.isOpen = false
    Object.assign(team, { member: one.role, memberAddress: one.address, hasMemberFactor: false })
    return ok()
  },
  async run(walker, args) {
    const mail = walker.world.mailer.mails.find(({ messageId }) => messageId === walker.id(String(args['invitation'])))
    const [token = ''] = mail?.text.match(/hi_[\w-]+/) ?? []
    const answer = await walker.post('/auth/accept-invite', { token, password: PASSWORD }, 'nobody')
    if (answer.status === 200) walker.seat.joined(answer.body.user.id as AccountId)
    return answer
  },
}

export const invitationVerbs: readonly Verb[] = [invite, withdraw, accept]
