import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER, VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { isMessagingOn } from './messaging.ts'
import { type Profile, presentAddress, readProfile, updateProfile } from './profile.ts'
import { VendorPatch, VendorView } from './schema.ts'

export function vendorRoutes(app: App, deps: Deps) {
  app.get(
    '/vendor/me',
    {
      config: { access: ANY_VENDOR_USER, resource: 'vendor' },
      schema: { tags: ['vendor'], summary: 'Get your company', response: { 200: VendorView } },
    },
    async (request) => presentProfile(await readProfile(deps, deps.db, request.vendor.vendorId), deps.clock.now()),
  )
  app.patch(
    '/vendor/me',
    {
      config: { access: VENDOR_ADMIN },
      schema: {
        tags: ['vendor'],
        summary: 'Update company and billing details',
        body: VendorPatch,
        response: { 200: VendorView },
      },
    },
    async (request) => presentProfile(await updateProfile(deps, request.vendor, request.body), deps.clock.now()),
  )
}

function presentProfile({ messagingUntil, createdAt, ...profile }: Profile, now: Date) {
  return {
    ...profile,
    messagingEnabled: isMessagingOn({ ...profile, messagingUntil }, now),
    address: presentAddress(profile),
    createdAt: createdAt.toISOString(),
  }
}
