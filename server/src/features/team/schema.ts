import { z } from 'zod'
import { Email, NewPassword } from '../auth/schema.ts'

const Role = z.enum(['ADMIN', 'MEMBER'])

export const InviteBody = z.strictObject({ email: Email, role: Role.default('MEMBER') })
export type InviteBody = z.output<typeof InviteBody>
export const RoleBody = z.strictObject({ role: Role })
export const AcceptBody = z.strictObject({ token: z.string().max(300), password: NewPassword })
export type AcceptBody = z.output<typeof AcceptBody>

/** For every member: whom to ask for what a member may not do. */
export const AdministratorsView = z
  .object({ data: z.array(z.object({ email: z.string() })) })
  .meta({ id: 'Administrators' })

export const MemberView = z
  .object({
    id: z.string(),
    email: z.string(),
    role: Role,
    status: z.enum(['ACTIVE', 'INVITED']),
    createdAt: z.string(),
    expiresAt: z.string().nullable().meta({ description: 'When an invitation expires' }),
    mfaEnabled: z.boolean().meta({ description: 'Whether the member has a second factor' }),
  })
  .meta({ id: 'TeamMember' })
export type MemberView = z.output<typeof MemberView>
