import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { RECOMMENDATION_KINDS } from '../../domain/recommendations/catalogue.ts'
import { listRecommendations } from '../../domain/recommendations/list-recommendations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const recommendation = z
  .object({
    kind: z.enum(RECOMMENDATION_KINDS),
    targetId: z.string(),
    status: z.enum(['connected', 'recommended']),
    roiScore: z.number().min(0).max(100),
    priority: z.int().min(1),
    components: z.array(z.object({ id: z.uuid(), name: z.string() })),
  })
  .openapi('Recommendation')

const EXAMPLE = {
  kind: 'log_source' as const,
  targetId: 'otel',
  status: 'recommended' as const,
  roiScore: 66,
  priority: 1,
  components: [{ id: '5f0c2c9e-0f6e-5d0b-9a4a-0d8f2b1e7c33', name: 'checkout' }],
}

const operation = defineOperation({
  operationId: 'recommendations.list',
  method: 'get',
  path: '/recommendations',
  tag: 'Recommendations',
  summary: 'List recommendations',
  description:
    'Lists everything that is or could be connected to the project. `priority` is the rank, starting at 1: targets that are not connected come first, ordered by `roiScore`. `components` are the services of the last 7 days that the target would cover.',
  permission: 'recommendations:read',
  success: {
    status: 200,
    description: 'The recommendations, by priority.',
    schema: z.object({ recommendations: z.array(recommendation) }),
    example: { recommendations: [EXAMPLE] },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListRecommendations extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ProjectScope>) {
    return { recommendations: await listRecommendations({ ctx, scope }) }
  }
}
