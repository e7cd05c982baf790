/**
 * A client that behaves as Grafana's webhook contact point does, written from its documents and not with our decoder
 * (https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/,
 * …/alerting/fundamentals/notifications/group-alert-notifications/, and the form of the body in grafana/alerting). It
 * keeps the alerts of one group and notifies of them as an Alertmanager does: whatever changed since the last
 * notification that was accepted, and everything again after the repeat interval. A notification that was refused or
 * not answered is not sent again at once: its alerts are still new at the next group interval.
 */
import { createHash, createHmac } from 'node:crypto'

export interface ContactPoint {
  readonly url: string
  /** Sent as `Authorization: <scheme> <credentials>`. */
  readonly authorization: { readonly scheme: string; readonly credentials: string }
  readonly hmac?: { readonly secret: string; readonly header?: string; readonly timestampHeader?: string }
  /** The most alerts in one notification; 0 for all. */
  readonly maxAlerts?: number
}

export interface Rule {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly summary: string
}

interface Instance {
  readonly rule: Rule
  readonly startsAt: Date
  endsAt: Date | null
  /** As what the receiver knows it. */
  known: 'firing' | 'resolved' | null
}

/** The fields of an alert that the group is made of; a notification has the others too. */
interface GroupAlert {
  readonly status: 'firing' | 'resolved'
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

export interface Notified {
  readonly status: number
  readonly body: unknown
}

const EXTERNAL_URL = 'http://grafana.test:3000/'
const RECEIVER = 'observability agent'
const NO_END = '0001-01-01T00:00:00Z'
const SIGNATURE_HEADER = 'X-Grafana-Alerting-Signature'
const PATIENCE_MS = 30_000

export class Grafana {
  readonly #contactPoint: ContactPoint
  readonly #instances = new Map<string, Instance>()
  /** What the rules measured last: another value at each evaluation. */
  #measured = 22.98
  /** Seconds that its clock is wrong. */
  clockSkewSeconds = 0

  constructor(contactPoint: ContactPoint) {
    this.#contactPoint = contactPoint
  }

  /** A rule's instance begins to fire; one that fires already goes on. */
  fires(rule: Rule, startsAt = new Date()): void {
    const known = this.#instances.get(fingerprintOf(rule))
    if (known !== undefined && known.endsAt === null) return
    this.#instances.set(fingerprintOf(rule), { rule, startsAt, endsAt: null, known: null })
  }

  recovers(rule: Rule, endsAt = new Date()): void {
    const known = this.#instances.get(fingerprintOf(rule))
    if (known !== undefined) known.endsAt = endsAt
  }

  /** At the group interval: null where the receiver knows everything. */
  async flush(): Promise<Notified | null> {
    const isNews = [...this.#instances.values()].some((one) => one.known !== statusOf(one))
    return isNews ? this.#notify() : null
  }

  /** At the repeat interval. */
  repeat(): Promise<Notified> {
    return this.#notify()
  }

  /** The button Test of a contact point, with the alert that it offers. */
  test(): Promise<Notified> {
    const rule = { name: 'TestAlert', labels: { instance: 'Grafana' }, summary: 'Notification test' }
    const alert = this.#alert({ rule, startsAt: new Date(), endsAt: null, known: null })
    return this.#send({ ...this.#group([alert], 0), groupKey: `webhook-test-${Date.now()}` })
  }

  async #notify(): Promise<Notified> {
    const all = [...this.#instances.values()].toSorted((a, b) => rank(a) - rank(b))
    const max = this.#contactPoint.maxAlerts ?? 0
    const sent = max > 0 ? all.slice(0, max) : all
    const group = this.#group(
      sent.map((one) => this.#alert(one)),
      all.length - sent.length,
    )
    const notified = await this.#send(group)
    if (Math.trunc(notified.status / 100) !== 2) return notified
    for (const [fingerprint, one] of this.#instances) {
      one.known = statusOf(one)
      if (one.endsAt !== null) this.#instances.delete(fingerprint)
    }
    return notified
  }

  #alert(one: Instance): GroupAlert {
    const { rule, startsAt, endsAt } = one
    this.#measured += 0.25
    const measured = this.#measured
    const alert = {
      status: statusOf(one),
      labels: labelsOf(rule),
      annotations: { summary: rule.summary },
      startsAt: localTime(startsAt),
      endsAt: endsAt === null ? NO_END : localTime(endsAt),
      generatorURL: `${EXTERNAL_URL}alerting/grafana/${fingerprintOf(rule)}/view?orgId=1`,
      fingerprint: fingerprintOf(rule),
      silenceURL: `${EXTERNAL_URL}alerting/silence/new?alertmanager=grafana&matcher=alertname%3D${encodeURIComponent(rule.name)}&orgId=1`,
      dashboardURL: '',
      panelURL: '',
      values: { B: measured, C: 1 },
      valueString: `[ var='B' labels={} value=${measured} ], [ var='C' labels={} value=1 ]`,
      orgId: 1,
    }
    return alert
  }

  #group(alerts: readonly GroupAlert[], truncatedAlerts: number) {
    const isFiring = alerts.some(({ status }) => status === 'firing')
    const firing = alerts.filter(({ status }) => status === 'firing').length
    const counted = isFiring ? `FIRING:${firing}` : 'RESOLVED'
    return {
      receiver: RECEIVER,
      status: isFiring ? 'firing' : 'resolved',
      alerts,
      groupLabels: { grafana_folder: 'Shop' },
      commonLabels: commonOf(alerts.map(({ labels }) => labels)),
      commonAnnotations: commonOf(alerts.map(({ annotations }) => annotations)),
      externalURL: EXTERNAL_URL,
      version: '1',
      groupKey: '{}/{__grafana_autogenerated__="true"}/{}:{grafana_folder="Shop"}',
      truncatedAlerts,
      orgId: 1,
      title: `[${counted}] Shop (observability agent)`,
      state: isFiring ? 'alerting' : 'ok',
      message: `**${isFiring ? 'Firing' : 'Resolved'}**\n\nValue: B=${this.#measured}, C=1\nLabels:\n - grafana_folder = Shop\n`,
    }
  }

  async #send(group: object): Promise<Notified> {
    const { url, authorization, hmac } = this.#contactPoint
    const body = JSON.stringify(group)
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'user-agent': 'Grafana',
      authorization: `${authorization.scheme} ${authorization.credentials}`,
    }
    if (hmac !== undefined) Object.assign(headers, this.#signature(hmac, body))
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const response = await fetch(url, { method: 'POST', headers, body, signal })
      return { status: response.status, body: await response.json().catch(() => null) }
    } catch {
      // No answer at all.
      return { status: 0, body: null }
    }
  }

  /** Of `timestamp:body` where a header for the timestamp is set, of the body alone otherwise. */
  #signature({ secret, header, timestampHeader }: NonNullable<ContactPoint['hmac']>, body: string) {
    const code = createHmac('sha256', secret)
    const headers: Record<string, string> = {}
    if (timestampHeader !== undefined) {
      const timestamp = String(Math.floor(Date.now() / 1000) + this.clockSkewSeconds)
      headers[timestampHeader] = timestamp
      code.update(`${timestamp}:`)
    }
    headers[header ?? SIGNATURE_HEADER] = code.update(body).digest('hex')
    return headers
  }
}

const statusOf = ({ endsAt }: Instance): 'firing' | 'resolved' => (endsAt === null ? 'firing' : 'resolved')
/** What fires comes first. */
const rank = ({ endsAt }: Instance): number => (endsAt === null ? 0 : 1)

const labelsOf = ({ name, labels }: Rule): Record<string, string> => ({
  alertname: name,
  grafana_folder: 'Shop',
  ...labels,
})

/** The same for the same labels. */
const fingerprintOf = (rule: Rule): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(labelsOf(rule)).sort()))
    .digest('hex')
    .slice(0, 16)

/** With microseconds and an offset, as Go writes the time of a server in Berlin's winter. */
function localTime(time: Date): string {
  const local = new Date(time.getTime() + 3_600_000).toISOString()
  return `${local.slice(0, -1)}157+01:00`
}

function commonOf(all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const [first = {}] = all
  return Object.fromEntries(Object.entries(first).filter(([name, value]) => all.every((one) => one[name] === value)))
}
