import { authenticatorApp } from '../../support/auth/authenticator-app.ts'
import { ok, refusal, type Verb } from '../engine/verb.ts'
import { Missing } from '../model/missing.ts'
import type { Model } from '../model/model.ts'
import { closedOr } from './access.ts'

/** Whether the member can set up a second factor and do nothing else. The administrator of a walk has one. */
export const isMemberGated = ({ team }: Model) => team.isSecondFactorRequired && !team.hasMemberFactor

const mayMemberAct = ({ team, status }: Model) => team.member !== null && status !== 'CLOSED'

function assertMemberActs(model: Model) {
  if (!mayMemberAct(model)) throw new Missing('there is no member who signs in')
}

const require: Verb = {
  name: 'vendor requires two factors',
  weight: 1,
  followedBy: ['member reads the wallet', 'create an API key', 'use an API key'],
  choose: (_model, random) => ({ required: random.chance(0.7) }),
  predict: (model, { required }) =>
    closedOr(model, () => {
      model.team.isSecondFactorRequired = required === true
      return ok({ mfaRequired: required })
    }),
  async run(walker, { required }) {
    const answer = await walker.call('admin', 'PATCH', '/vendor/me', { mfaRequired: required })
    walker.seat.forgetSessions()
    return answer
  },
}

const setUp: Verb = {
  name: 'member sets up a second factor',
  weight: 1,
  choose: (model, random) => (mayMemberAct(model) && random.chance(0.5) ? {} : undefined),
  predict(model) {
    assertMemberActs(model)
    if (model.team.hasMemberFactor) return refusal(409, 'ALREADY_EXISTS')
    model.team.hasMemberFactor = true
    return ok()
  },
  async run(walker) {
    // As after a sign-in: only then a factor may be set up without the password.
    walker.seat.forgetSessions()
    const started = await walker.post('/auth/mfa/totp', undefined, 'member')
    if (started.status !== 200) return started
    const code = authenticatorApp(started.body.secret, walker.world.clock).code()
    return walker.post('/auth/mfa/totp/confirm', { code }, 'member')
  },
}

const reset: Verb = {
  name: 'remove the second factor of the member',
  weight: 1,
  choose: (model, random) =>
    mayMemberAct(model) && (model.team.hasMemberFactor || random.chance(0.2)) ? {} : undefined,
  predict(model) {
    assertMemberActs(model)
    model.team.hasMemberFactor = false
    return { status: 204 }
  },
  async run(walker) {
    const answer = await walker.call('admin', 'DELETE', `/vendor/users/${walker.seat.accounts.member}/mfa`)
    walker.seat.forgetSessions()
    return answer
  },
}

/** Something that every member may do. */
const read: Verb = {
  name: 'member reads the wallet',
  weight: 1,
  choose: (model) => (mayMemberAct(model) ? {} : undefined),
  predict(model) {
    assertMemberActs(model)
    if (isMemberGated(model)) return refusal(403, 'MFA_REQUIRED')
    return ok({ balanceMinorUnit: model.wallet.balance, currency: model.currency })
  },
  run: (walker) => walker.get('/wallet/balance', 'member'),
}

export const secondFactorVerbs: readonly Verb[] = [require, setUp, reset, read]
