import { z } from 'zod'
import { DELIVERY_STATES } from '../../contracts/delivery-protocol.ts'
import type { IncidentAnalysis, IncidentMessage } from '../../contracts/incident-protocol.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull, textOrNull } from '../../http/parameters.ts'

const share = z.number().min(0).max(1)

const evidence = z
  .object({
    signal: z.string().describe('`logs`, `spans`, `metrics` or `changes`.'),
    kind: z.string(),
    text: z.string(),
    strength: z.number().describe('In nats: 3 is about 20:1, 10 about 22,000:1.'),
    firstSeenAt: dateTimeOrNull,
    queries: z.array(z.string()).describe('Labels of `queries`.'),
  })
  .openapi('AnalysisEvidence')

const hypothesis = z
  .object({
    service: z.string(),
    mechanism: z.string(),
    mechanismText: textOrNull,
    probability: share,
    state: z
      .enum(['supported', 'weakened', 'rejected'])
      .describe('Supported, weakened by evidence against it, or ruled out.'),
    because: z.string(),
    explainedBy: textOrNull,
    evidence: z.array(evidence),
  })
  .openapi('AnalysisHypothesis')

export const analysis = z
  .object({
    cite: z.string().describe('The tool call it was read from, as `<run id>#<tool call id>`.'),
    outcome: z.string(),
    confidence: share,
    from: dateTimeOrNull,
    to: dateTimeOrNull,
    onset: z.union([z.object({ at: dateTime, earliestAt: dateTimeOrNull, latestAt: dateTimeOrNull }), z.null()]),
    state: z.object({ kind: z.string(), at: dateTimeOrNull }),
    hypotheses: z.array(hypothesis).describe('At most 10, the most probable first.'),
    propagation: z
      .array(
        z.object({
          from: z.string(),
          to: z.string(),
          order: z.number().int(),
          kind: z.string(),
          text: z.string(),
          firstSeenAt: dateTimeOrNull,
        }),
      )
      .describe('Edges from the cause outwards, at most 50, nearest first.'),
    impact: z.union([
      z.object({
        requests: z.number(),
        failed: z.number(),
        share,
        shareBefore: share,
        meanMs: z.number(),
        meanMsBefore: z.number(),
      }),
      z.null(),
    ]),
    lines: z.array(z.object({ logId: z.string(), service: z.string(), text: z.string() })),
    requests: z
      .array(z.object({ traceId: z.string(), service: z.string(), text: z.string(), at: dateTime }))
      .describe('A few affected requests, to be opened as traces.'),
    queries: z
      .array(
        z.object({
          label: z.string(),
          reads: z.string(),
          subject: z.string(),
          recordsScanned: z.number(),
          isPartial: z.boolean(),
        }),
      )
      .describe('The questions to the telemetry, by the labels that evidence names.'),
    nextSteps: z.array(
      z.object({
        text: z.string(),
        source: z.enum(['change', 'cause', 'question', 'runbook']),
        subject: textOrNull,
        url: textOrNull,
      }),
    ),
    notSeen: z.array(z.string()),
  })
  .openapi('IncidentAnalysis')

export const message = z
  .object({
    deliveryId: z.uuid(),
    destinationId: z.uuid(),
    type: z.string(),
    state: z.enum(DELIVERY_STATES),
    createdAt: dateTime,
    settledAt: dateTimeOrNull,
    attempts: z.number().int(),
  })
  .openapi('IncidentMessage')

export function analysisOf(given: IncidentAnalysis) {
  const { onset, state } = given
  return {
    ...given,
    from: isoOrNull(given.from),
    to: isoOrNull(given.to),
    onset: onset && { at: iso(onset.at), earliestAt: isoOrNull(onset.earliestAt), latestAt: isoOrNull(onset.latestAt) },
    state: { ...state, at: isoOrNull(state.at) },
    hypotheses: given.hypotheses.map((one) => ({
      ...one,
      evidence: one.evidence.map((item) => ({ ...item, firstSeenAt: isoOrNull(item.firstSeenAt) })),
    })),
    propagation: given.propagation.map((edge) => ({ ...edge, firstSeenAt: isoOrNull(edge.firstSeenAt) })),
    requests: given.requests.map((request) => ({ ...request, at: iso(request.at) })),
  }
}

export function messageOf(given: IncidentMessage) {
  return { ...given, createdAt: iso(given.createdAt), settledAt: isoOrNull(given.settledAt) }
}
