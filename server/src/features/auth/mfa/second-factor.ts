import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { AccountId } from '../../../domain/ids.ts'
import { OTP_TTL_SECONDS } from '../../../domain/limits.ts'
import type { Signer } from '../../../platform/crypto/signing.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { useAppCode, wrongAppCode, wrongRecoveryCode } from './app-code.ts'
import { recordFactorChange } from './factor-changes.ts'
import { countFactors } from './factors.cross-vendor.sql.ts'
import { listPasskeys } from './passkeys.cross-vendor.sql.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { relyingParty } from './relying-party.ts'
import type { PasskeyAssertion } from './schema.ts'
import { passkeyRefused, usePasskey } from './verify-passkey.ts'

type SecondFactorMethod = 'PASSKEY' | 'TOTP' | 'RECOVERY_CODE'

/** One of the three is given. */
interface SecondFactorAnswer {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyAssertion | undefined
}

/** How the account can complete a sign-in, the preferred way first; undefined when it has no second factor. */
export async function secondFactorOf(
  tx: Tx,
  deps: Pick<Deps, 'signer' | 'publicUrl'>,
  accountId: AccountId,
  challengeId: string,
) {
  const { totp, passkeys, recoveryCodes } = await countFactors(tx, accountId)
  const methods: SecondFactorMethod[] = [
    ...(passkeys > 0 ? (['PASSKEY'] as const) : []),
    ...(totp > 0 ? (['TOTP'] as const) : []),
  ]
  const challenge = methods[0] as Exclude<SecondFactorMethod, 'RECOVERY_CODE'> | undefined
  if (!challenge) return undefined
  if (recoveryCodes > 0) methods.push('RECOVERY_CODE')
  const passkeyOptions = passkeys > 0 ? await requestOptions(tx, deps, accountId, challengeId) : undefined
  return { challenge, methods, ...(passkeyOptions && { passkeyOptions }) }
}

async function requestOptions(
  tx: Tx,
  deps: Pick<Deps, 'signer' | 'publicUrl'>,
  accountId: AccountId,
  challengeId: string,
) {
  const passkeys = await listPasskeys(tx, accountId)
  return generateAuthenticationOptions({
    rpID: relyingParty(deps).id,
    challenge: new Uint8Array(bytesToSign(deps.signer, challengeId)),
    timeout: OTP_TTL_SECONDS * 1000,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
  })
}

/** Derived from the sign-in that it completes, which works once. */
const bytesToSign = (signer: Signer, challengeId: string) => signer.sign('passkey-second-factor', challengeId)

/** Uses up what was presented, if it is right. */
export async function useSecondFactor(
  tx: Tx,
  deps: Pick<Deps, 'signer' | 'publicUrl' | 'keyring'>,
  accountId: AccountId,
  { challengeId, answer }: { challengeId: string; answer: SecondFactorAnswer },
  now: Date,
): Promise<boolean> {
  if (answer.passkey) {
    const signed = bytesToSign(deps.signer, challengeId).toString('base64url')
    return usePasskey(tx, deps, accountId, answer.passkey, signed, now)
  }
  if (answer.code !== undefined) return useAppCode(tx, deps, accountId, answer.code, now)
  const isRight = await useRecoveryCode(tx, accountId, answer.recoveryCode ?? '')
  if (isRight) await recordFactorChange(tx, accountId, 'RECOVERY_CODE_USED', accountId, now)
  return isRight
}

export function secondFactorRefused({ passkey, code }: SecondFactorAnswer) {
  if (passkey) return passkeyRefused()
  return code === undefined ? wrongRecoveryCode() : wrongAppCode()
}
