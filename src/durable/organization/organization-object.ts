import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'

/** One object per organization: idempotency records and exact quotas. */
export class OrganizationObject extends DurableObject<Bindings> {}
