import { z } from 'zod'
import { listField, secretField, textField } from '../fields.ts'

export const axiomMetadata = z.strictObject({
  api_token: secretField('Advanced API token (xaat-…) that may query the datasets, or a personal token (xapt-…).'),
  org_id: textField('Organization ID; needed with a personal token only.').optional(),
  datasets: listField('Datasets to offer as streams; empty or left out means all.').optional(),
  edge_domain: textField('Host that answers queries, where your organization uses an edge deployment.').optional(),
})
export type AxiomMetadata = z.infer<typeof axiomMetadata>

export const axiomStream = z.strictObject({
  dataset: textField('Name of the dataset.'),
  /** From the listing: the host that holds the dataset, where it is not the main one. */
  edge_host: textField('Host of the edge deployment that holds the dataset.').optional(),
})
export type AxiomStream = z.infer<typeof axiomStream>
