/** Reads the events of a log group page by page and turns them into lines. */
import { z } from 'zod'
import type { ConnectorDeps, Outcome, PullInput, PullPosition, PullResult } from '../connector.ts'
import { success } from '../failure.ts'
import { membersOf } from '../json-text.ts'
import { isWithin } from '../pulled-log.ts'
import { lineOfJson } from '../reading/json-line.ts'
import { byTime, LINE_DEFAULTS, type Line, recordsOf, timeOf } from '../reading/line.ts'
import { callLogs } from './aws-api.ts'
import type { CloudWatchMetadata, CloudWatchStream } from './metadata.ts'
import { type AwsSession, sessionOf } from './session.ts'

/** A page holds at most 10,000 events or 1 MB. A lower limit keeps a pull small. */
const PAGE_EVENTS = 2000
/** An account may make five calls a second, and an empty page may still have a token. */
const PAGES_MAX = 5

const events = z.object({
  events: z.array(
    z.object({
      eventId: z.string().min(1),
      timestamp: z.number(),
      message: z.string(),
      logStreamName: z.string().optional(),
    }),
  ),
  nextToken: z.string().optional(),
})
type Event = z.infer<typeof events>['events'][number]

const positionSchema = z.object({ fromMs: z.number(), toMs: z.number(), token: z.string().optional() })
type Window = z.infer<typeof positionSchema>

/**
 * A token continues only the window that it was given for, so the position stores both. Events that arrive late in that
 * window are read with the next one.
 */
export async function pull(
  deps: ConnectorDeps,
  input: PullInput<CloudWatchMetadata, CloudWatchStream>,
): Promise<Outcome<PullResult>> {
  const session = await sessionOf(deps, input.metadata)
  if (!session.ok) return session
  const window = windowOf(input)
  let found = await readPages(deps, session.value, input.config, window)
  // Tokens expire after a day. The window is then read again, and known events are recognised by their ids.
  if (!found.ok && found.kind === 'bad_config' && window.token !== undefined)
    found = await readPages(deps, session.value, input.config, { fromMs: window.fromMs, toMs: window.toMs })
  if (!found.ok) return found
  const { lines, token } = found.value
  const isWindowRead = token === undefined
  const isCaughtUp = isWindowRead && window.toMs >= input.toMs
  const next = isWindowRead ? { fromMs: window.toMs, toMs: input.toMs } : { ...window, token }
  return success({
    logs: recordsOf('cloudwatch', lines),
    recordIds: lines.map(({ id }) => id),
    position: isCaughtUp ? {} : next,
    isCaughtUp,
  })
}

function windowOf({ position, fromMs, toMs }: { position: PullPosition | null; fromMs: number; toMs: number }): Window {
  const stored = positionSchema.safeParse(position).data
  // After a pause, the stored window ended before this one begins and is dropped.
  if (stored === undefined || stored.toMs <= fromMs) return { fromMs, toMs }
  return stored.token === undefined ? { fromMs: Math.max(fromMs, stored.fromMs), toMs } : stored
}

async function readPages(
  deps: ConnectorDeps,
  session: AwsSession,
  { logGroupName }: CloudWatchStream,
  window: Window,
): Promise<Outcome<{ lines: Line[]; token: string | undefined }>> {
  const lines: Line[] = []
  let { token } = window
  for (let pages = 0; pages < PAGES_MAX && lines.length < PAGE_EVENTS; pages += 1) {
    const input = {
      logGroupName,
      startTime: window.fromMs,
      endTime: window.toMs,
      limit: PAGE_EVENTS,
      ...(token === undefined ? {} : { nextToken: token }),
    }
    const page = await callLogs(deps, session, 'FilterLogEvents', input, events)
    if (!page.ok) return page
    lines.push(...page.value.events.map((event) => lineOfEvent(event, logGroupName, session.region)))
    token = page.value.nextToken
    if (token === undefined) break
  }
  const inside = lines.filter(({ time }) => isWithin(time, window.fromMs, window.toMs))
  return success({ lines: inside.sort(byTime), token })
}

/**
 * Checks that the events of a group can be read. Some classes of groups do not allow it, and the listing does not show
 * this.
 */
export async function mayRead(deps: ConnectorDeps, session: AwsSession, logGroupName: string): Promise<Outcome<null>> {
  const nowMs = deps.now()
  const input = { logGroupName, startTime: nowMs - 60_000, endTime: nowMs, limit: 1 }
  const page = await callLogs(deps, session, 'FilterLogEvents', input, events)
  return page.ok || page.kind === 'bad_config' || page.kind === 'not_found' ? success(null) : page
}

function lineOfEvent({ eventId, timestamp, message, logStreamName }: Event, group: string, region: string): Line {
  return lineOfMessage(message, {
    id: eventId,
    timestamp,
    group,
    ...(logStreamName === undefined ? {} : { stream: logStreamName }),
    region,
  })
}

interface Origin {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly timestamp: number
  readonly group: string
  readonly stream?: string
  readonly region: string
}

export function lineOfMessage(message: string, { id, timestamp, group, stream, region }: Origin): Line {
  const time = timeOf(timestamp) ?? { day: 0, nanos: 0 }
  const service = serviceOf(group)
  const body = message.trimEnd()
  const json = body.startsWith('{') ? membersOf(body) : null
  const line: Line = json
    ? lineOfJson(json, { id, time, service })
    : { ...LINE_DEFAULTS, id, time, body, service, ...lambdaOf(body) }
  const origin = {
    'aws.log.group.names': group,
    ...(stream === undefined ? {} : { 'aws.log.stream.names': stream }),
    'cloud.provider': 'aws',
    'cloud.region': region,
  }
  return { ...line, attributes: { ...line.attributes, ...origin } }
}

/**
 * The service name: `/aws/lambda/checkout` is the function checkout, and other groups are named by their last segment
 * too.
 */
const serviceOf = (group: string): string => group.split('/').filter(Boolean).at(-1) ?? group

/** The layout of Lambda's Node.js runtime: `2026-01-15T11:59:00.000Z <tab> request id <tab> LEVEL <tab> message`. */
const LAMBDA = /^\d{4}-\d\d-\d\dT[\d:.]+Z\t([0-9a-f-]{36})\t([A-Z]{3,8})\t/

function lambdaOf(body: string): Partial<Line> {
  const match = LAMBDA.exec(body) ?? /^(?:START|END|REPORT) RequestId: ([0-9a-f-]{36})/.exec(body)
  if (match === null) return {}
  return {
    attributes: { 'faas.invocation_id': match[1] ?? '' },
    ...(match[2] === undefined ? {} : { severityText: match[2] }),
  }
}
