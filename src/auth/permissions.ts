/** Permissions, and which roles and credentials have them. */

export const MEMBER_PERMISSIONS = [
  'organization:read',
  'members:read',
  'projects:read',
  'data_sources:read',
  'log_sources:read',
  'public_keys:read',
  'alert_keys:read',
  'threads:read',
  'threads:write',
  'telemetry:read',
  'recommendations:read',
  'changes:read',
  'changes:write',
  'incidents:read',
  'incidents:write',
  'monitors:read',
  'schedules:read',
  'destinations:read',
  'mcp_servers:read',
  'billing:read',
] as const

export const ADMIN_ONLY_PERMISSIONS = [
  'organization:manage',
  'members:manage',
  'projects:manage',
  'data_sources:manage',
  'native_queries:manage',
  'log_sources:manage',
  'public_keys:manage',
  'alert_keys:manage',
  'secret_keys:manage',
  'monitors:manage',
  'schedules:manage',
  'destinations:manage',
  'mcp_servers:manage',
  'billing:manage',
  'audit:read',
] as const

export type Permission = (typeof MEMBER_PERMISSIONS)[number] | (typeof ADMIN_ONLY_PERMISSIONS)[number]
export type Role = 'admin' | 'member'

const ADMIN: ReadonlySet<Permission> = new Set([...MEMBER_PERMISSIONS, ...ADMIN_ONLY_PERMISSIONS])
const MEMBER: ReadonlySet<Permission> = new Set(MEMBER_PERMISSIONS)
const SECRET_KEY = without(ADMIN, [
  'members:manage',
  'secret_keys:manage',
  'billing:manage',
  'native_queries:manage',
  'audit:read',
])

/** Permissions of a secret key that a partner created: set-up work, but no conversations and no telemetry. */
const PARTNER_MADE_SECRET_KEY: ReadonlySet<Permission> = new Set<Permission>([
  'organization:read',
  'organization:manage',
  'projects:read',
  'projects:manage',
  'data_sources:read',
  'data_sources:manage',
  'log_sources:read',
  'log_sources:manage',
  'public_keys:read',
  'public_keys:manage',
  'alert_keys:read',
  'alert_keys:manage',
  'recommendations:read',
  'billing:read',
])

/**
 * Permissions of a partner: list and create organizations, and in them projects, public keys and secret keys. Nothing
 * else.
 */
const PARTNER: ReadonlySet<Permission> = new Set<Permission>([
  'organization:read',
  'projects:read',
  'projects:manage',
  'public_keys:read',
  'public_keys:manage',
  'secret_keys:manage',
])

/** Permissions that a key or token loses when it is narrowed to one project. */
const LOST_WHEN_NARROWED: readonly Permission[] = [
  'organization:manage',
  'members:manage',
  'projects:manage',
  'secret_keys:manage',
  'billing:read',
  'billing:manage',
  'audit:read',
]

const NARROWED = new Map<ReadonlySet<Permission>, ReadonlySet<Permission>>(
  [ADMIN, MEMBER, SECRET_KEY, PARTNER_MADE_SECRET_KEY].map((set) => [set, without(set, LOST_WHEN_NARROWED)]),
)

export type Grant =
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'secret' | 'partner_made_secret' | 'partner' }

/** Returns what a grant allows. A credential that is narrowed to a project has no permission over its organization. */
export function permissionsOf(grant: Grant, isNarrowedToProject: boolean): ReadonlySet<Permission> {
  const full = fullPermissions(grant)
  return isNarrowedToProject ? (NARROWED.get(full) ?? full) : full
}

function fullPermissions(grant: Grant): ReadonlySet<Permission> {
  switch (grant.kind) {
    case 'role':
      return grant.role === 'admin' ? ADMIN : MEMBER
    case 'secret':
      return SECRET_KEY
    case 'partner_made_secret':
      return PARTNER_MADE_SECRET_KEY
    case 'partner':
      return PARTNER
  }
}

function without(set: ReadonlySet<Permission>, removed: readonly Permission[]): ReadonlySet<Permission> {
  return new Set([...set].filter((permission) => !removed.includes(permission)))
}
