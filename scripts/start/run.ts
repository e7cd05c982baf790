/**
 * The second half of `npm start`, on the Node of node_modules: state, the demo organization, its telemetry, the server.
 * The telemetry is sent before the server opens its public port, so that whoever sees /healthz can ask at once.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { subscriptionRows } from '../admin/subscription-rows.ts'
import { ONCALL_HINT, prepareOnCall } from '../demo/on-call.ts'
import { sendSimulation } from '../demo/send.ts'
import { simulate } from '../demo/simulate.ts'
import { apiClient } from '../server/api.ts'
import { createOrganization, type OrganizationCredentials } from '../server/organization.ts'
import { type Places, placesOf, REPOSITORY_DIR } from '../server/places.ts'
import { isPortFree, type RunningServer, startServer } from '../server/server.ts'
import { prepareState } from '../server/state.ts'
import { toolEnvironment } from '../server/wrangler.ts'
import { consoleLink, LINK_VALID_MINUTES } from './console-link.ts'

const DEFAULT_PORT = 8787
const DEFAULT_SEED = 1
const DEMO_MINUTES = 60
/** The demo organization is in the middle of its cycle on the smaller paid plan. */
const DEMO_SUBSCRIPTION_AGE_MS = 12 * 86_400_000

/** What the state directory holds; written when the demo's telemetry is complete. */
interface Prepared {
  readonly seed: number
  readonly credentials: OrganizationCredentials
}

function wholeNumber(name: string, low: number, high: number): number | undefined {
  const text = process.env[name]
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new Error(`${name} must be a whole number between ${low} and ${high}, not "${text}".`)
  }
  return value
}

/** What an earlier start left, if it is complete and its database is still there. */
function readPrepared(places: Places): Prepared | null {
  const file = join(places.persistDir, 'demo-organization.json')
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Prepared // written by this file only
  } catch {
    // Cut off while being written: as if it were not there.
    return null
  }
}

/** Two servers on one state would corrupt it: refuses when the earlier one still answers with its own credentials. */
async function refuseSecondServer(places: Places): Promise<void> {
  const file = join(places.localDir, 'credentials.json')
  const earlier = readPrepared(places)
  if (earlier === null || !existsSync(file)) return
  const { baseUrl } = JSON.parse(readFileSync(file, 'utf8')) as { baseUrl: string } // written by this file only
  const isRunning = await apiClient(baseUrl, earlier.credentials.secretKey)
    .get('/me')
    .then(() => true)
    .catch(() => false)
  if (!isRunning) return
  throw new Error(
    `The service already runs on this state at ${baseUrl}. Stop it first, or give this one a state of its own: STATE_DIR=<folder> npm start`,
  )
}

async function prepareDemo(places: Places, seed: number, onServer: (server: RunningServer | null) => void) {
  console.log(`Preparing the demo organization (DEMO_SEED=${seed}) …`)
  const now = Date.now()
  const startedAt = now - DEMO_SUBSCRIPTION_AGE_MS
  const credentials = await createOrganization(places, 'Demo Shop', (organizationId) =>
    subscriptionRows({ organizationId, planSlug: 'starter', startedAt, now }),
  )
  const server = await startServer({ places, ownProcessGroup: false })
  onServer(server)
  const simulation = simulate({ seed, endMs: Date.now(), durationMinutes: DEMO_MINUTES })
  const startedMs = Date.now()
  const sent = await sendSimulation(simulation, {
    intakeUrl: `${server.baseUrl}/intake`,
    publicKey: credentials.publicKey,
  }).catch((error: unknown) => {
    throw new Error(`The demo's telemetry was not taken in: ${messageOf(error)}`)
  })
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  const counts = [`${sent.logs} log records`, sent.spans === null ? null : `${sent.spans} spans`]
  if (sent.metricPoints !== null) counts.push(`${sent.metricPoints} metric points`)
  console.log(`Sent ${counts.filter((part) => part !== null).join(', ')} through OTLP in ${seconds} s.`)
  await prepareOnCall(apiClient(server.baseUrl, credentials.secretKey), simulation)
  await server.stop()
  onServer(null)
  const prepared: Prepared = { seed, credentials }
  writeSecretly(join(places.localDir, 'demo.json'), simulation.truth)
  writeSecretly(join(places.persistDir, 'demo-organization.json'), prepared)
  return prepared
}

function writeSecretly(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
}

function greeting(baseUrl: string, places: Places, credentials: OrganizationCredentials, link: string): string {
  return `
The service runs at ${baseUrl}  (API reference: ${baseUrl}/docs)

See the incident in the console, signed in as the demo's admin (this link works once, within ${LINK_VALID_MINUTES} minutes):
  ${link}

The console is at ${baseUrl}/console/
Credentials: ${relative(REPOSITORY_DIR, join(places.localDir, 'credentials.json'))}

Ask about the demo shop:
  npm run ask -- "what broke?"

${ONCALL_HINT}

Or over HTTP:
  curl -s ${baseUrl}/v1/me -H 'authorization: Bearer ${credentials.secretKey}'
  curl -s ${baseUrl}/v1/threads -H 'authorization: Bearer ${credentials.secretKey}' \\
    -H 'content-type: application/json' -d '{"message":"what broke?"}'

Send your own telemetry (OTLP/HTTP):
  OTEL_EXPORTER_OTLP_ENDPOINT=${baseUrl}/intake/k/${credentials.publicKey}

Ctrl-C stops everything.`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What has to be stopped when this process ends. */
const current: { server: RunningServer | null } = { server: null }

async function main(): Promise<void> {
  const port = wholeNumber('PORT', 1, 65_535) ?? DEFAULT_PORT
  const wantedSeed = wholeNumber('DEMO_SEED', 1, 1_000_000)
  const places = placesOf(process.env['STATE_DIR'])
  // Scripts below call wrangler by its name.
  process.env['PATH'] = toolEnvironment()['PATH']
  if (!(await isPortFree(port))) {
    throw new Error(`Port ${port} is in use. Stop what runs there, or choose another: PORT=${port + 1} npm start`)
  }

  await refuseSecondServer(places)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await current.server?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

  mkdirSync(places.localDir, { recursive: true })
  await prepareState(places)
  const credentialsFile = join(places.localDir, 'credentials.json')
  const earlier = readPrepared(places)
  // Another seed gets an organization of its own; nothing of the earlier one is touched.
  const isReusable = earlier !== null && (wantedSeed === undefined || wantedSeed === earlier.seed)
  if (!isReusable) rmSync(credentialsFile, { force: true })
  const { credentials } = isReusable
    ? earlier
    : await prepareDemo(places, wantedSeed ?? DEFAULT_SEED, (server) => {
        current.server = server
      })

  const server = await startServer({ places, port, ownProcessGroup: false })
  current.server = server
  writeSecretly(credentialsFile, { baseUrl: server.baseUrl, ...credentials })
  const link = await consoleLink(server.baseUrl, credentials.adminToken)
  console.log(greeting(server.baseUrl, places, credentials, link))
  await server.ended
  if (isStopping) return
  console.error(`The server ended by itself; its last lines are in ${relative(REPOSITORY_DIR, server.logFile)}.`)
  process.exit(1)
}

try {
  await main()
} catch (error) {
  console.error(`\n${messageOf(error)}`)
  await current.server?.stop()
  process.exit(1)
}
