import type { AccessToken, ServiceAccount } from './gcp-token.ts'
import { many } from './paging.ts'
import { FOREIGN_DESTINATION_URL } from './platform-fake.ts'

export const GCP_PROJECT_ID = 'shop-prod-1'
export const GCP_PROJECT_NUMBER = '415104041262'
export const GCP_FOREIGN_NAME = 'someone-else'

export type IamPolicy = { version: number; etag: string; bindings: { role: string; members: string[] }[] }
export type Sink = { name: string; destination: string; writerIdentity: string } & Record<string, unknown>
export type Subscription = {
  name: string
  topic: string
  pushConfig?: ({ pushEndpoint: string } & Record<string, unknown>) | undefined
} & Record<string, unknown>

export type GcpState = {
  projectId: string
  projectNumber: string
  accounts: Map<string, ServiceAccount>
  tokens: Map<string, AccessToken>
  logNames: string[]
  sinks: Map<string, Sink>
  /** Topics by full name, each with its IAM policy. */
  topics: Map<string, IamPolicy>
  subscriptions: Map<string, Subscription>
  policyWrites: number
}

/** 250 logs, and the sink, topic and subscription of someone else. */
export function initialGcpState(accounts: readonly ServiceAccount[], logCount: number): GcpState {
  const topic = `projects/${GCP_PROJECT_ID}/topics/${GCP_FOREIGN_NAME}`
  const subscription = `projects/${GCP_PROJECT_ID}/subscriptions/${GCP_FOREIGN_NAME}`
  const writerIdentity = `serviceAccount:service-${GCP_PROJECT_NUMBER}@gcp-sa-logging.iam.gserviceaccount.com`
  return {
    projectId: GCP_PROJECT_ID,
    projectNumber: GCP_PROJECT_NUMBER,
    accounts: new Map(accounts.map((account) => [account.email, account])),
    tokens: new Map(),
    logNames: many(logCount, (index) => `projects/${GCP_PROJECT_ID}/logs/run.googleapis.com%2Fshop-${index}`),
    sinks: new Map([
      [GCP_FOREIGN_NAME, { name: GCP_FOREIGN_NAME, destination: `pubsub.googleapis.com/${topic}`, writerIdentity }],
    ]),
    topics: new Map([
      [
        topic,
        { version: 1, etag: 'Zm9yZWlnbg==', bindings: [{ role: 'roles/pubsub.publisher', members: [writerIdentity] }] },
      ],
    ]),
    subscriptions: new Map([
      [subscription, { name: subscription, topic, pushConfig: { pushEndpoint: FOREIGN_DESTINATION_URL } }],
    ]),
    policyWrites: 0,
  }
}
