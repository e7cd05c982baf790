import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const axiomMetadata = z.strictObject({
  api_token: secretField('Advanced API token (xaat-…) that may query the datasets, or a personal token (xapt-…).'),
  org_id: textField('Organization ID; needed with a personal token only.').optional(),
  datasets: listField('Datasets to offer as streams; empty or left out means all.').optional(),
  edge_domain: textField('Host that answers queries, where your organization uses an edge deployment.').optional(),
})
export type AxiomMetadata = z.infer<typeof axiomMetadata>

/** Axiom's edge deployments; the token of a connection is sent to them and to what the connection itself names. */
export const EDGE_DOMAIN = 'edge.axiom.co'

export const edgeHost = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9-]{1,63}\.){1,10}edge\.axiom\.co$/)
  .meta({
    description: `Axiom's edge deployment that holds the dataset, below ${EDGE_DOMAIN}; another host is named as edge_domain of the connection.`,
  })

export const axiomStream = z.strictObject({
  dataset: textField('Name of the dataset.'),
  /** From the listing: the host that holds the dataset, where it is not the main one. */
  edge_host: edgeHost.optional(),
})
export type AxiomStream = z.infer<typeof axiomStream>
