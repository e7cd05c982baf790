import { z } from 'zod'
import type { InvitationView } from '../../domain/invitations/invitations.ts'
import type { MemberRow } from '../../domain/members/members.ts'
import { dateTime, iso, textOrNull } from '../../http/parameters.ts'

export const role = z.enum(['admin', 'member'])

/** Member. */
export const member = z
  .object({
    membershipId: z.string().min(1),
    userId: z.string().min(1),
    name: textOrNull,
    email: z.email(),
    imageUrl: textOrNull,
    role,
    createdAt: dateTime,
  })
  .openapi('Member')

export const invitation = z
  .object({
    id: z.uuid(),
    email: z.email(),
    role,
    status: z.enum(['pending', 'accepted', 'revoked', 'expired']),
    createdAt: dateTime,
    expiresAt: dateTime,
  })
  .openapi('Invitation')

export const memberOf = (row: MemberRow) => ({ ...row, createdAt: iso(row.createdAt) })
export const invitationOf = (view: InvitationView) => ({
  ...view,
  createdAt: iso(view.createdAt),
  expiresAt: iso(view.expiresAt),
})

export const MEMBER_EXAMPLE = {
  membershipId: 'mem_4c8r2v6x1z9k3n7m5q0w8b2d',
  userId: 'user_9k3n7m5q0w8b2d4c8r2v6x1z',
  name: 'Ann',
  email: 'ann@example.com',
  imageUrl: null,
  role: 'admin',
  createdAt: '2026-01-31T10:00:00.000Z',
}
