/** Says what a delivery would do, without accepting it. */
import type { ProjectScope } from '../../../auth/scope.ts'
import type { ChangeInput, NormalizedAlert } from '../../../contracts/oncall-protocol.ts'
import { parseBody } from '../../../oncall/formats/body.ts'
import type { Decoded } from '../../../oncall/formats/format.ts'
import { ALERT_FORMATS, CHANGE_FORMATS } from '../../../oncall/formats/index.ts'
import type { VerbCall } from '../../context.ts'
import type { DoorSender } from './accept-delivery.ts'

export interface ExplainInput {
  readonly from: DoorSender
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export interface Explained {
  /** `accepted` with alerts or changes, `ignored` with a reason, `refused` with a reason. */
  readonly outcome: 'accepted' | 'ignored' | 'refused'
  readonly reason: string | null
  readonly truncated: number
  readonly alerts: readonly NormalizedAlert[]
  readonly changes: readonly ChangeInput[]
}

/** An answer shows only the first items, because a delivery may have thousands. */
export const EXPLAINED_MAX = 100

/** Reads a delivery as the door of alerts or changes would, and shows what it would take from it. Stores nothing. */
export function explainDelivery({ ctx, input: asked }: VerbCall<ProjectScope, ExplainInput>): Explained {
  const { from, body, headers, query } = asked
  const parsed = parseBody(new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)))
  if (!parsed.ok) return without('refused', parsed.reason)
  const input = {
    body: parsed.fields,
    headers: headersOf(headers),
    query: new URLSearchParams({ ...query }),
    nowMs: ctx.now(),
  }
  if (from.door === 'alerts') {
    return explained(ALERT_FORMATS[from.sender].decode(input), (alerts) => ({ alerts, changes: [] }))
  }
  return explained(CHANGE_FORMATS[from.sender].decode(input), (changes) => ({ alerts: [], changes }))
}

function explained<Item>(
  decoded: Decoded<Item>,
  shown: (items: readonly Item[]) => Pick<Explained, 'alerts' | 'changes'>,
): Explained {
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
        ...shown(decoded.items.slice(0, EXPLAINED_MAX)),
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
