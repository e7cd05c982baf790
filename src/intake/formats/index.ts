/** Every format except OTLP, which is decoded in src/intake/otlp because it has three signals. */
import { datadog } from './datadog.ts'
import { azure, cloudflare, fastly, netlify, supabase, vercel } from './drains.ts'
import { elastic } from './elastic.ts'
import { firehose } from './firehose.ts'
import type { IntakeFormat } from './format.ts'
import { journald } from './journald.ts'
import { logplex } from './logplex.ts'
import { loki } from './loki.ts'
import { pubsub } from './pubsub.ts'
import { splunkEvent, splunkRaw } from './splunk.ts'
import { syslog } from './syslog.ts'
import { webhook } from './webhook.ts'

export const FORMATS: readonly IntakeFormat[] = [
  webhook,
  loki,
  elastic,
  splunkEvent,
  splunkRaw,
  datadog,
  syslog,
  journald,
  logplex,
  firehose,
  pubsub,
  vercel,
  cloudflare,
  netlify,
  supabase,
  fastly,
  azure,
]
