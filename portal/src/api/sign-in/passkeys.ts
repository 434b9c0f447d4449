import { t } from '../../format/translate.ts'
import { PasskeyNotUsed } from '../problem.ts'

export type PasskeyOptions = Record<string, unknown>

/** Browsers offer passkeys on HTTPS and localhost. */
export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** Creates a passkey for this site. The library is loaded when it is needed. */
export async function createPasskey(options: PasskeyOptions): Promise<unknown> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return orNotUsed(() => startRegistration({ optionsJSON: options as never }))
}

/** Lets the user choose a passkey and signs the challenge with it. */
export async function getPasskey(options: PasskeyOptions): Promise<unknown> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return orNotUsed(() => startAuthentication({ optionsJSON: options as never }))
}

async function orNotUsed(ceremony: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ceremony()
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyNotUsed(
      isKnown
        ? t('This device already has a passkey for your account.')
        : t('No passkey was used. Try again, or choose another way.'),
    )
  }
}
