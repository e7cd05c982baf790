/**
 * What can happen to an incident, and what one such change does: the next record, the entries of its timeline, and what
 * people are told. The transitions fill a `Change`; its outcome is stored in one transaction.
 */
import type { IncidentAnalysis, IncidentFeedback } from '../../contracts/incident-protocol.ts'
import type { Severity } from '../../contracts/oncall-protocol.ts'
import type {
  Answered,
  EntryDraft,
  EventDraft,
  FollowUpRecord,
  IncidentRecord,
  InvestigationRecord,
  JoiningAlert,
} from './records.ts'

/** The timeline of an incident takes no more entries than this. */
export const ENTRIES_MAX = 500
const HEADLINE_CHARS_MAX = 500

export type IncidentChange =
  | { readonly type: 'alert_joined'; readonly alert: JoiningAlert }
  | { readonly type: 'alert_repeated'; readonly severity: Severity }
  | { readonly type: 'alert_closed'; readonly alertId: string; readonly title: string; readonly endedAt: number }
  | { readonly type: 'resolved_by'; readonly who: string }
  | { readonly type: 'went_stale' }
  | { readonly type: 'feedback_given'; readonly feedback: IncidentFeedback }
  /** The project's budget of investigations is used up until `untilMs`. */
  | { readonly type: 'investigation_queued'; readonly untilMs: number; readonly perHour: number }
  | { readonly type: 'investigation_started'; readonly runId: string }
  | { readonly type: 'investigation_answered'; readonly answer: Answered }
  | { readonly type: 'investigation_failed'; readonly reason: string; readonly isFinal: boolean }
  | { readonly type: 'follow_up_started'; readonly runId: string }
  | { readonly type: 'follow_up_answered'; readonly answer: Answered }
  | { readonly type: 'follow_up_failed'; readonly isFinal: boolean }

export interface Outcome {
  readonly incident: IncidentRecord
  readonly entries: readonly EntryDraft[]
  readonly events: readonly EventDraft[]
  /** What a new answer found; null: what is stored stays. */
  readonly analysis: IncidentAnalysis | null
}

/** Cuts a headline to the characters that an entry or an event may have. */
export const shortened = (text: string): string =>
  text.length <= HEADLINE_CHARS_MAX ? text : `${text.slice(0, HEADLINE_CHARS_MAX - 1)}…`

/** Collects what one transition does to an incident. */
export class Change {
  incident: IncidentRecord
  readonly #entries: EntryDraft[] = []
  readonly #events: EventDraft[] = []
  #analysis: IncidentAnalysis | null = null

  constructor(incident: IncidentRecord) {
    this.incident = incident
  }

  set(parts: Partial<IncidentRecord>): void {
    this.incident = { ...this.incident, ...parts }
  }

  investigation(parts: Partial<InvestigationRecord>): void {
    this.set({ investigation: { ...this.incident.investigation, ...parts } })
  }

  followUp(which: FollowUpRecord, parts: Partial<FollowUpRecord>): void {
    this.set({ followUps: this.incident.followUps.map((one) => (one === which ? { ...one, ...parts } : one)) })
  }

  /** Adds an entry to the timeline, unless the timeline is full. */
  note(entry: EntryDraft): void {
    if (this.incident.entries >= ENTRIES_MAX) return
    this.#entries.push(entry)
    this.set({ entries: this.incident.entries + 1 })
  }

  /** Adds an event that people are told, with the next sequence number. */
  tell(type: EventDraft['type'], at: number, headline: string, text: string): void {
    const sequence = this.incident.sequence + 1
    this.#events.push({ type, sequence, at, headline: shortened(headline), text })
    this.set({ sequence })
  }

  /** Takes over what an answer says and found. An answer that investigated nothing leaves what was found before. */
  answer({ brief, analysis }: Answered): void {
    if (brief !== null) this.set({ brief })
    this.#analysis = analysis ?? this.#analysis
  }

  outcome(): Outcome {
    return { incident: this.incident, entries: this.#entries, events: this.#events, analysis: this.#analysis }
  }
}
