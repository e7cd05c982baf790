/** Identifiers: UUIDv7, except organization, user and membership ids. */
import { v7 } from 'uuid'
import { randomBase32 } from './base32.ts'

export const newId = (): string => v7()
export const newOrganizationId = (): string => `org_${randomBase32(24)}`
/** The id of the one row a request creates: the same for every attempt of an idempotent request. */
export const createdId = (ctx: { readonly idempotencySeed?: string }): string => ctx.idempotencySeed ?? newId()

/** Returns an organization's id, made from the 120 bits of such a seed that are not its version, or a random one. */
export function createdOrganizationId(ctx: { readonly idempotencySeed?: string }): string {
  if (ctx.idempotencySeed === undefined) return newOrganizationId()
  const bits = BigInt(`0x${ctx.idempotencySeed.replaceAll('-', '').slice(2)}`)
  return `org_${bits
    .toString(32)
    .padStart(24, '0')
    .slice(-24)
    .replaceAll(/[ilou]/g, (letter) => OUTSIDE[letter] ?? letter)}`
}
/** toString(32) writes 0-v; these four stand for the letters that the alphabet of ids leaves out. */
const OUTSIDE: Readonly<Record<string, string>> = { i: 'w', l: 'x', o: 'y', u: 'z' }

export const newUserId = (): string => `user_${randomBase32(24)}`
export const newMembershipId = (): string => `mem_${randomBase32(24)}`

const SLUG_MAX = 48

/** A slug from an organization's first name: `[a-z0-9-]{1,48}`. If the name gives nothing, a suffix makes it unique. */
export function slugOf(name: string, suffix: string): string {
  const base = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
  const room = SLUG_MAX - (suffix ? suffix.length + 1 : 0)
  const cut = base.slice(0, room).replace(/(?<!-)-+$/g, '') || 'organization'
  return suffix ? `${cut}-${suffix}` : cut
}
