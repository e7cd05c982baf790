import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const axiomMetadata = z.strictObject({
  api_token: secretField(
    'Advanced API token (xaat-…) with permission to query the datasets, or a personal token (xapt-…).',
  ),
  org_id: textField('Organization ID; needed with a personal token only.').optional(),
  datasets: listField('Datasets to offer as streams; empty or left out means all.').optional(),
  edge_domain: textField('Host that answers queries, where your organization uses an edge deployment.').optional(),
})
export type AxiomMetadata = z.infer<typeof axiomMetadata>

/**
 * Axiom's edge deployments. The token of a connection is sent to these hosts and to hosts that the connection itself
 * names.
 */
export const EDGE_DOMAIN = 'edge.axiom.co'

export const edgeHost = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9-]{1,63}\.){1,10}edge\.axiom\.co$/)
  .meta({
    description: `Axiom's edge deployment that holds the dataset, below ${EDGE_DOMAIN}; to use another host, set edge_domain on the connection.`,
  })

export const axiomStream = z.strictObject({
  dataset: textField('Name of the dataset.'),
  /** Comes from the listing: the host that holds the dataset, if it is not the main one. */
  edge_host: edgeHost.optional(),
})
export type AxiomStream = z.infer<typeof axiomStream>
