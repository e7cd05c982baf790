/**
 * `npm run bench -- alerts [records] [deliveries] [briefs] [storm]`: how soon a sender of alerts has its answer, and how soon
 * there is a finished brief. A delivery is one alert of Alertmanager with an alert key; beside it, in turns of the same
 * run, a small request of the API (`me.get`) says what the machine and the server take for anything at all. Then, with
 * `records` of a simulated shop in the hour, alerts fire one after the other, each about an outage of its own in a
 * project of its own, and the time from the POST to the incident's brief is taken. A storm is so many alerts of one
 * outage within a minute, each in a delivery of its own (storm.ts).
 */
import { loadavg } from 'node:os'
import { sendSimulation } from '../../scripts/demo/send.ts'
import { runtimeClock } from '../../scripts/server/runtime-clock.ts'
import { Connection, shareOf } from '../service/load.ts'
import { addTenant, DEPLOYED, startBenchService } from '../service/server.ts'
import { simulatedHour } from '../service/simulated-hour.ts'
import { stormBeside } from './storm.ts'

const records = Number(process.argv[2] ?? 60_000)
const deliveries = Number(process.argv[3] ?? 400)
const briefs = Number(process.argv[4] ?? 5)
const storm = Number(process.argv[5] ?? 1_000)

const CLIENTS = 4
/** What a sender is promised. */
const ANSWER_MS = 100
const BRIEF_MS = 10_000
const BRIEF_PATIENCE_MS = 120_000
const POLL_MS = 50
const GROUP_ALERTS = 1_000

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

function alert(name: string, service: string, startsAt: string) {
  const labels = { alertname: name, service, severity: 'critical', instance: `${service}-1:8080` }
  return {
    status: 'firing',
    labels,
    annotations: { summary: `${service} fails`, description: 'More than 5 % of its requests fail.' },
    startsAt,
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: 'http://prometheus:9090/graph?g0.expr=rate&g0.tab=1',
    fingerprint: name,
  }
}

const group = (alerts: readonly object[]) => ({
  version: '4',
  groupKey: '{}:{}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'bench',
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://alertmanager:9093',
  alerts,
})

const service = await startBenchService(DEPLOYED)
/** CPU time of the runtime: what other programs take of the machine is not in it. */
const clock = runtimeClock() ?? (() => ({ cpuMs: performance.now(), queuedMs: 0 }))

async function call<Answer>(path: string, body?: unknown): Promise<Answer> {
  const connection = new Connection()
  try {
    const method = body === undefined ? ('GET' as const) : ('POST' as const)
    const sent = {
      url: `${service.url}/v1${path}`,
      method,
      token: service.token,
      ...(body === undefined ? {} : { body }),
    }
    // The bench knows what it asked.
    return JSON.parse(await connection.send(sent)) as Answer
  } finally {
    connection.close()
  }
}

async function alertKeyOf(projectId: string): Promise<string> {
  const made = await call<{ alertKey: { value: string } }>('/alert-keys', { name: 'bench', projectId })
  return made.alertKey.value
}

/** Latencies of deliveries and of small requests, in turns. */
async function answers(key: string): Promise<void> {
  const [own, other]: [number[], number[]] = [[], []]
  let next = 0
  const client = async () => {
    const connection = new Connection()
    const timed = async (into: number[], sent: Parameters<Connection['send']>[0]) => {
      const before = performance.now()
      await connection.send(sent)
      into.push(performance.now() - before)
    }
    while (next < deliveries) {
      next += 1
      const body = group([alert(`bench-${next}`, 'checkout', new Date().toISOString())])
      await timed(own, { url: `${service.url}/v1/alerts/alertmanager`, method: 'POST', token: key, body })
      await timed(other, { url: `${service.url}/v1/me`, token: service.token })
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const line = (name: string, values: readonly number[]) =>
    console.log(
      `${name.padEnd(34)} p50 ${ms(shareOf(values, 0.5))}, p95 ${ms(shareOf(values, 0.95))}, p99 ${ms(shareOf(values, 0.99))}`,
    )
  line(`${deliveries} deliveries, ${CLIENTS} clients`, own)
  line('me.get between them', other)
  const verdict = shareOf(own, 0.95) <= ANSWER_MS ? 'within' : 'above'
  console.log(
    `ratio of p95: ${(shareOf(own, 0.95) / shareOf(other, 0.95)).toFixed(1)}; p95 is ${verdict} ${ANSWER_MS} ms`,
  )
  const connection = new Connection()
  const alerts = Array.from({ length: GROUP_ALERTS }, (_, i) =>
    alert(`group-${i}`, 'checkout', new Date().toISOString()),
  )
  const before = performance.now()
  await connection.send({
    url: `${service.url}/v1/alerts/alertmanager`,
    method: 'POST',
    token: key,
    body: group(alerts),
  })
  console.log(`one delivery of ${GROUP_ALERTS} alerts: ${ms(performance.now() - before)}`)
  connection.close()
}

interface IncidentView {
  readonly id: string
  readonly headline: string | null
  readonly causeService: string | null
}

/** From the POST of an alert to the brief of its incident. */
async function briefMs(projectId: string, key: string, startsAt: string): Promise<number> {
  const connection = new Connection()
  const body = group([alert('ErrorsHigh', 'checkout', startsAt)])
  const [before, cpuBefore] = [performance.now(), clock().cpuMs]
  await connection.send({ url: `${service.url}/v1/alerts/alertmanager`, method: 'POST', token: key, body })
  connection.close()
  for (;;) {
    const { incidents } = await call<{ incidents: IncidentView[] }>(`/incidents?projectId=${projectId}`)
    const [incident] = incidents
    const took = performance.now() - before
    if (incident?.headline) {
      const cpuS = (clock().cpuMs - cpuBefore) / 1_000
      console.log(`  ${(took / 1000).toFixed(1)} s, CPU ${cpuS.toFixed(1)} s: ${incident.headline.slice(0, 100)}`)
      return took
    }
    if (took > BRIEF_PATIENCE_MS) throw new Error(`no brief after ${BRIEF_PATIENCE_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function newProject(name: string): Promise<string> {
  const body = { name, region: 'us-east-1', organizationId: service.organizationId }
  return (await call<{ project: { id: string } }>('/projects', body)).project.id
}

console.log(
  `load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)
try {
  await answers(await alertKeyOf(service.projectId))
  if (storm > 0) {
    const other = await addTenant(service.database, 'other')
    await stormBeside({
      alerts: storm,
      struck: { ...service, projectId: await newProject('storm') },
      other: { ...other, url: service.url },
      clock,
      alertOf: (name, startsAt) => group([alert(name, 'checkout', startsAt)]),
    })
  }
  const took: number[] = []
  for (let i = 1; i <= briefs; i += 1) {
    const projectId = await newProject(`brief ${i}`)
    const { publicKey } = await call<{ publicKey: { value: string } }>('/public-keys', { name: 'bench', projectId })
    await sendSimulation(simulatedHour(records, i), { intakeUrl: `${service.url}/intake`, publicKey: publicKey.value })
    took.push(await briefMs(projectId, await alertKeyOf(projectId), new Date(Date.now() - 60_000).toISOString()))
  }
  const verdict = shareOf(took, 0.95) <= BRIEF_MS ? 'within' : 'above'
  if (briefs > 0)
    console.log(
      `POST to brief amid ${records} records: p50 ${ms(shareOf(took, 0.5))}, p95 ${ms(shareOf(took, 0.95))}, ${verdict} ${BRIEF_MS} ms`,
    )
} finally {
  await service.close()
}
