/** One administrator stays; the member may rise, leave and be replaced. */
export interface Team {
  member: 'ADMIN' | 'MEMBER' | null
  memberAddress: string | null
  hasMemberFactor: boolean
  /** Then whoever has no second factor can do nothing but set one up. */
  isSecondFactorRequired: boolean
  invitations: Invitation[]
  keys: { name: string; by: 'admin' | 'member'; isDead: boolean; isDeleted?: boolean }[]
}

export interface Invitation {
  name: string
  address: string
  role: 'ADMIN' | 'MEMBER'
  invitedAt: number
  expiresAt: number
  /** Neither used, withdrawn nor replaced by a newer one. */
  isOpen: boolean
  isMailed: boolean
}

/** As the vendor registers. */
export const newTeam = (): Team => ({
  member: 'MEMBER',
  memberAddress: null,
  hasMemberFactor: false,
  isSecondFactorRequired: false,
  invitations: [],
  keys: [],
})
