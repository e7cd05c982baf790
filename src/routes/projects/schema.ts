import { z } from 'zod'
import { REGIONS } from '../../contracts/region.ts'

/** Project. */
export const project = z
  .object({
    id: z.uuid(),
    organizationId: z.string().min(1),
    name: z.string(),
    region: z.enum(REGIONS),
  })
  .openapi('Project')

export const PROJECT_EXAMPLE = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
  organizationId: 'org_7h2k9q4m1x8c5v3b6n0z2w4r',
  name: 'production',
  region: 'us-east-1',
}
