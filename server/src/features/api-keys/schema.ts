import { z } from 'zod'
import { API_SCOPES } from '../../domain/accounts/api-scopes.ts'
import { API_KEY_NETWORKS_MAX } from '../../domain/limits.ts'
import { isIpNetwork } from '../../platform/http/network/ip-networks.ts'
import { singleLine } from '../vendors/schema.ts'

const Scopes = z.array(z.enum(API_SCOPES))
const SCOPES = 'What the key may do. Without it, whatever a member of the team may do, also what is added later'

export const ApiKeyBody = z.strictObject({
  name: singleLine(100).meta({ example: 'nightly import' }),
  scopes: Scopes.min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'must not contain a scope twice' })
    .optional()
    .meta({ description: SCOPES, example: ['contacts:read', 'contacts:write'] }),
  expiresAt: z.iso.datetime({ offset: true }).optional().meta({
    description: 'The key stops working at this time. Without it, it does not expire',
    example: '2030-01-31T00:00:00Z',
  }),
  allowedIps: z
    .array(
      z
        .string()
        .refine(isIpNetwork, { error: 'must be an address such as 203.0.113.7 or a network such as 10.0.0.0/8' }),
    )
    .min(1)
    .max(API_KEY_NETWORKS_MAX)
    .optional()
    .meta({
      description: 'Addresses and networks (IPv4 or IPv6) from which the key can be used. Without it, from everywhere',
      example: ['203.0.113.7', '2001:db8::/32'],
    }),
})
export const ApiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'The first and last characters of the key' }),
  status: z.enum(['ACTIVE', 'EXPIRED', 'CREATOR_REMOVED']).meta({
    description: 'A key stops working when it expires, or when the member who created it is removed from the team',
  }),
  scopes: Scopes.nullable().meta({ description: 'Null: all rights of a member' }),
  expiresAt: z.string().nullable(),
  allowedIps: z.array(z.string()).nullable().meta({ description: 'Null: any address' }),
  createdBy: z
    .object({
      id: z.string(),
      email: z.string().nullable().meta({ description: 'Null once the member is removed from the team' }),
    })
    .nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().meta({ description: 'Updated at most once a minute' }),
  lastUsedFrom: z.string().nullable().meta({ description: 'The address of that use', example: '203.0.113.7' }),
})
export type ApiKeyView = z.output<typeof ApiKeyView>
export const NewApiKeyView = ApiKeyView.extend({ key: z.string().meta({ description: 'Shown only once' }) })
export type NewApiKeyView = z.output<typeof NewApiKeyView>
