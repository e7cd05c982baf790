/** Says what a delivery would do, without accepting it. */
import type { ProjectScope } from '../../../auth/scope.ts'
import type { AlertAction, AlertFate, ChangeInput, NormalizedAlert } from '../../../contracts/oncall-protocol.ts'
import { parseBody } from '../../../oncall/formats/body.ts'
import type { Decoded } from '../../../oncall/formats/format.ts'
import { ALERT_FORMATS, CHANGE_FORMATS } from '../../../oncall/formats/index.ts'
import type { VerbCall } from '../../context.ts'
import { ownerOf } from '../changes.ts'
import type { DeliverySender } from './accept-delivery.ts'

export interface ExplainInput {
  readonly from: DeliverySender
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export interface Explained {
  /** `accepted` with alerts or changes, `ignored` with a reason, `refused` with a reason. */
  readonly outcome: 'accepted' | 'ignored' | 'refused'
  readonly reason: string | null
  readonly truncated: number
  readonly alerts: readonly ExplainedAlert[]
  readonly changes: readonly ChangeInput[]
}

export interface ExplainedAlert extends NormalizedAlert {
  readonly fate: AlertFate
  /** What that means, as a sentence. */
  readonly because: string
}

const SENTENCES: Readonly<Record<AlertAction, string>> = {
  open: 'It would open an incident, which is investigated at once.',
  join: 'It would join an open incident.',
  reopen: 'It would reopen an incident that was resolved within the last half hour.',
  repeat: 'It fires already; it would be counted as a repetition.',
  close: 'It would close the open alert, and resolve its incident where it is the last one.',
  suppress: 'A maintenance window would keep it quiet; it opens an incident when it still fires at its end.',
  keep_closed: 'It ends an alert that is not open; it would be kept, so that a late beginning opens nothing.',
  late: 'A newer state of it is known; it would change nothing.',
}
const JOINS_NEW = 'It would join the incident that an earlier alert of this body opens.'

/** An answer shows only the first items, because a delivery may have thousands. */
export const EXPLAINED_MAX = 100

/** Reads a delivery as `alerts.receive` or `changes.receive` would, and shows what it would do. Stores nothing. */
export async function explainDelivery({
  ctx,
  scope,
  input: asked,
}: VerbCall<ProjectScope, ExplainInput>): Promise<Explained> {
  const { from, body, headers, query } = asked
  const parsed = parseBody(new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)))
  if (!parsed.ok) return without('refused', parsed.reason)
  const input = {
    body: parsed.fields,
    headers: headersOf(headers),
    query: new URLSearchParams({ ...query }),
    nowMs: ctx.now(),
  }
  if (from.receives === 'alerts') {
    return explained(ALERT_FORMATS[from.sender].decode(input), async (alerts) => ({
      alerts: await withFates({ ctx, scope, input: alerts }),
      changes: [],
    }))
  }
  return explained(CHANGE_FORMATS[from.sender].decode(input), async (changes) => ({ alerts: [], changes }))
}

async function withFates({
  ctx,
  scope,
  input: alerts,
}: VerbCall<ProjectScope, readonly NormalizedAlert[]>): Promise<ExplainedAlert[]> {
  if (alerts.length === 0) return []
  const owner = ownerOf(scope)
  const fates = await ctx.objects.onCall(owner).explainAlerts({ owner, alerts })
  return alerts.flatMap((alert, index) => {
    const fate = fates[index]
    if (fate === undefined) return []
    const isNew = fate.action === 'join' && fate.incidentId === null
    return [{ ...alert, fate, because: isNew ? JOINS_NEW : SENTENCES[fate.action] }]
  })
}

async function explained<Item>(
  decoded: Decoded<Item>,
  shown: (items: readonly Item[]) => Promise<Pick<Explained, 'alerts' | 'changes'>>,
): Promise<Explained> {
  switch (decoded.kind) {
    case 'refused':
      return without('refused', decoded.reason)
    case 'nothing':
      return without('ignored', decoded.reason)
    case 'items':
      return {
        outcome: 'accepted',
        reason: null,
        truncated: decoded.truncated,
        ...(await shown([...Iterator.from(decoded.items).take(EXPLAINED_MAX)])),
      }
  }
}

const without = (outcome: Explained['outcome'], reason: string): Explained => ({
  outcome,
  reason,
  truncated: 0,
  alerts: [],
  changes: [],
})

/** Leaves out names and values that a header cannot have. */
function headersOf(given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    if (/^[\w-]{1,64}$/.test(name) && /^[\x20-\x7e]*$/.test(value)) headers.set(name, value)
  }
  return headers
}
