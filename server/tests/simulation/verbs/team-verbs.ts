import { created, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import { Missing } from '../model/missing.ts'
import { find, type Model } from '../model/model.ts'
import { closedOr } from './access.ts'
import { invitationVerbs } from './invitation-verbs.ts'
import { isMemberGated, secondFactorVerbs } from './second-factor-verbs.ts'

/** The member of the team, who may have left. */
function memberOf({ team }: Model) {
  if (team.member === null) throw new Missing('the member has left')
  return team.member
}

const changeRole: Verb = {
  name: 'change a role',
  weight: 1,
  choose({ team }, random) {
    if (team.member === null) return undefined
    if (team.member === 'MEMBER' && random.chance(0.3)) return { of: 'admin', role: 'MEMBER' }
    return { of: 'member', role: random.pick(['ADMIN', 'MEMBER']) }
  },
  predict: (model, { of, role }) =>
    closedOr(model, () => {
      const before = memberOf(model)
      if (of === 'admin' && before === 'ADMIN') throw new Missing('then nobody would act for the vendor')
      if (of === 'admin') return refusal(409, 'LAST_ADMIN')
      model.team.member = role as 'ADMIN' | 'MEMBER'
      return { status: 204 }
    }),
  async run(walker, { of, role }) {
    const { accounts } = walker.seat
    const account = accounts[of as 'admin' | 'member']
    const answer = await walker.call('admin', 'PATCH', `/vendor/users/${account}`, { role })
    walker.seat.forgetSessions()
    return answer
  },
}

const removeMember: Verb = {
  name: 'remove the member',
  weight: 2,
  choose: ({ team }) => (team.member === null ? undefined : {}),
  predict: (model) =>
    closedOr(model, () => {
      memberOf(model)
      model.team.member = null
      for (const key of model.team.keys) if (key.by === 'member') key.isDead = true
      return { status: 204 }
    }),
  async run(walker) {
    const answer = await walker.call('admin', 'DELETE', `/vendor/users/${walker.seat.accounts.member}`)
    walker.seat.forgetSessions()
    return answer
  },
}

const createKey: Verb = {
  name: 'create an API key',
  weight: 1,
  choose: ({ team, status }, random) => ({
    by: team.member && status !== 'CLOSED' && random.chance(0.5) ? 'member' : 'admin',
  }),
  predict: (model, args, name) => {
    const by = args['by'] as 'admin' | 'member'
    if (by === 'member' && model.status === 'CLOSED') throw new Missing('only administrators still sign in')
    const role = by === 'admin' ? 'ADMIN' : memberOf(model)
    if (role !== 'ADMIN') return refusal(403, 'FORBIDDEN')
    if (by === 'member' && isMemberGated(model)) return refusal(403, 'MFA_REQUIRED')
    return closedOr(model, () => {
      model.team.keys.push({ name, by, isDead: false })
      return created()
    })
  },
  async run(walker, { by }, name) {
    const answer = await walker.post('/vendor/api-keys', { name }, by as 'admin' | 'member')
    if (answer.status === 201) {
      walker.ids.set(name, answer.body.id)
      walker.ids.set(`${name} secret`, answer.body.key)
    }
    return answer
  },
}

const deleteKey: Verb = {
  name: 'delete an API key',
  weight: 1,
  choose(model, random) {
    const key = recent(random, model.team.keys)
    return key && { key: key.name }
  },
  predict: (model, args) =>
    closedOr(model, () => {
      const key = find(model.team.keys, String(args['key']))
      const wasThere = !key.isDeleted
      Object.assign(key, { isDead: true, isDeleted: true })
      return wasThere ? { status: 204 } : refusal(404, 'NOT_FOUND')
    }),
  run: (walker, { key }) => walker.call('admin', 'DELETE', `/vendor/api-keys/${walker.id(String(key))}`),
}

/** A key may do what a member may. What is asked for here needs an administrator, whose rights are never cached. */
const useKey: Verb = {
  name: 'use an API key',
  weight: 2,
  choose(model, random) {
    const key = sensible(random, model.team.keys, ({ isDead }) => !isDead)
    return key && { key: key.name }
  },
  predict(model, args) {
    const isDead = find(model.team.keys, String(args['key'])).isDead || model.status === 'CLOSED'
    return isDead ? refusal(401, 'UNAUTHENTICATED') : refusal(403, 'FORBIDDEN')
  },
  run: (walker, { key }) => walker.callWith(walker.id(`${key} secret`), 'GET', '/vendor/api-keys'),
}

export const teamVerbs: readonly Verb[] = [
  changeRole,
  removeMember,
  ...invitationVerbs,
  createKey,
  deleteKey,
  useKey,
  ...secondFactorVerbs,
]
