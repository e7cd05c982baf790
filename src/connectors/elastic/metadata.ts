import { z } from 'zod'
import { secretField, textField, urlField } from '../fields.ts'

export const elasticMetadata = z.strictObject({
  url: urlField('Address of the cluster with its port, such as https://my-cluster.es.io:443.').optional(),
  cloud_id: textField('Cloud ID of an Elastic Cloud deployment, instead of url.').optional(),
  api_key: secretField('API key in its encoded form (base64 of id:key).').optional(),
  username: textField('User name, when no API key is used.').optional(),
  password: secretField('Password of that user.').optional(),
  index_pattern: textField('Indices or data streams to read, such as logs-*.'),
  timestamp_field: textField('Field that holds the time of a line; @timestamp by default.').optional(),
})
export type ElasticMetadata = z.infer<typeof elasticMetadata>

export const elasticStream = z.strictObject({
  index: textField('Data stream or index.'),
})
export type ElasticStream = z.infer<typeof elasticStream>
