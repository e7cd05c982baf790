import type { Project } from '@observability-agent/sdk'

/** Where a project's data can be kept. */
export const REGIONS: readonly Project['region'][] = [
  'eu-central-1',
  'eu-central-2',
  'eu-north-1',
  'eu-south-1',
  'eu-south-2',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
]
