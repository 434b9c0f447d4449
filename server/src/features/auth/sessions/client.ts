import type { FastifyRequest } from 'fastify'
import { deviceOf } from '../../../domain/accounts/sign-in/device.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { DeviceOf } from '../../../platform/http/guards/throttle.ts'
import { networkOf } from '../../../platform/http/network/network.ts'
import { newId } from '../../../platform/ids.ts'
import { readDeviceToken } from './device-token.ts'

/**
 * Outside sandbox mode the connection is encrypted, and the prefix makes browsers refuse a cookie of this name that
 * another host of the domain, or a page without encryption, sets.
 */
export const cookieName = (config: Pick<Config, 'sandbox'>, name: 'harkara_refresh' | 'harkara_device') =>
  config.sandbox ? name : `__Host-${name}`

export const isPortal = (request: FastifyRequest) => request.headers['x-client'] === 'portal'

/** The caller, as far as it can be identified before sign-in. */
export interface Client {
  /** For the list of sessions: "Firefox on Windows". */
  device: string | undefined
  /** For the vendor's audit log. */
  ip: string
  networkHash: Buffer
  /** From the device cookie; a new id when none was sent. */
  deviceId: string
  deviceHash: Buffer
  /** Identifies the owner's device next time: browsers by their cookie, other clients by their network. */
  rememberedAs: Buffer
}

/** The id of a browser in which somebody has signed in before. */
export const knownDeviceOf =
  ({ config, signer }: Pick<Deps, 'config' | 'signer'>): DeviceOf =>
  (request) =>
    readDeviceToken(
      signer,
      request.server.parseCookie(request.headers.cookie ?? '')[cookieName(config, 'harkara_device')],
    )

export function clientOf(deps: Pick<Deps, 'config' | 'blindIndex' | 'signer'>, request: FastifyRequest): Client {
  const deviceId = knownDeviceOf(deps)(request) ?? newId<'device'>()
  const networkHash = deps.blindIndex.of('sign-in-network', PLATFORM, networkOf(request.ip))
  const deviceHash = deps.blindIndex.of('sign-in-device', PLATFORM, deviceId)
  return {
    device: deviceOf(request.headers['user-agent']),
    ip: request.ip,
    networkHash,
    deviceId,
    deviceHash,
    rememberedAs: isPortal(request) ? deviceHash : networkHash,
  }
}
