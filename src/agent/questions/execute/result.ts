/** What carrying out a plan gives: numbers with what they were taken from, as plain JSON. */
import type { ChangeRow } from '../../tools/query-changes.ts'
import type { LogRow } from '../../tools/search-logs.ts'
import type { SpanRow } from '../../tools/search-spans.ts'
import type { PlanCondition } from '../plan/plan.ts'

export interface Window {
  readonly from: string
  readonly to: string
}
/** One number with what stands behind it. */
export interface Amount {
  /** Null where there is nothing to say a number of. */
  readonly value: number | null
  /** Requests or records it was taken from, and those of them that failed, for shares. */
  readonly of?: number
  readonly failed?: number
  readonly p50?: number
  readonly p95?: number
  readonly p99?: number
  readonly mean?: number
  readonly max?: number
  /** A share of log records, in a project without requests. */
  readonly isOfRecords?: boolean
  /** Calls that were made, of what nobody receives as a request: queries of a database. */
  readonly isOfCalls?: boolean
}
/**
 * Requests that count once, however many services they pass: `outermost` those without a caller, `first` those of the
 * service that has the first one of their trace.
 */
export interface Once extends Amount {
  readonly only: 'outermost' | 'first'
}
export interface MeasureGroup extends Amount {
  readonly key: readonly (string | null)[]
  /** The group's requests, each counted once, where all entries of all services were counted. */
  readonly once?: Once
}
export interface Measured extends Amount {
  readonly window: Window
  /** First and last moment in the window that had telemetry of what was asked about; null without any. */
  readonly covered: Window | null
  readonly groups: readonly MeasureGroup[]
  readonly groupsTotal: number
  /** What the groups that are not listed add up to. */
  readonly other: number | null
  readonly series: readonly (readonly [at: string, value: number])[]
}
/** How much of a thing there was in a part of its time: a minute's count, or the mean of a level. */
export interface CoursePart {
  readonly perMinute: number
  readonly count: number
  readonly minutes: number
}
/** What a thing did before a moment and since. */
export interface CourseResult {
  readonly total: number
  readonly first: string | null
  readonly last: string | null
  /** Since when there is telemetry to tell. */
  readonly from: string
  /** The beginning of the incident; without one, the middle of the time. */
  readonly moment: string
  readonly isOfIncident: boolean
  readonly until: string | null
  readonly before: CoursePart
  readonly since: CoursePart
  readonly is: 'few' | 'same' | 'new' | 'more' | 'less'
  /** Its own greatest change, at whatever time. */
  readonly shift: { readonly at: string; readonly before: number; readonly after: number } | null
  /** Values that stand by themselves are no counts. */
  readonly isLevel: boolean
  /** When it began: the first of a new thing, the change of one that changed, the nearest of a few single events. */
  readonly began: string | null
  /** Which service told of it then. */
  readonly service: string | null
  /** When what it is held against began. */
  readonly against: { readonly at: string; readonly said: string | null; readonly service: string | null } | null
}
export interface MeasureResult extends Measured {
  readonly course?: CourseResult
  /** The numbers that lines state are times, in milliseconds. */
  readonly isTime?: boolean
  readonly kind: 'measure'
  readonly unit: string
  readonly against: Measured | null
  /** The requests, each counted once, where all entries of all services were counted. */
  readonly once?: Once
  /** Each request was counted once, at the service that has it first. */
  readonly isOnce?: boolean
  /** A zero of something that was not seen at any time of the last day: no number. */
  readonly isNeverSeen?: boolean
  /** Nothing in the last hour that a yes could stand on: this is of the last day. */
  readonly isOfDay?: boolean
  /** None of the requests that fit otherwise carries the key of a value that was asked for. */
  readonly uncarried?: {
    readonly key: string
    readonly value: string
    readonly count: number
    readonly conditions: readonly PlanCondition[]
  }
  /** How many requests the words may mean instead of these log records. */
  readonly requests?: number
  /** Requests about the same thing on other routes that failed, where none of those counted did. */
  readonly failures?: { readonly thing: string; readonly count: number }
  /** Requests that ended with a status of 4xx, where none failed. */
  readonly refused?: number
  /** Log records that say of the same thing that it failed, where no request did. */
  readonly told?: { readonly noun: string; readonly count: number }
  /** Records that say of each thing once that it came to be, where the words may mean these. */
  readonly events?: { readonly said: string; readonly count: number }
  /** How many of the requests ended without an error, where what was done by them is asked for. */
  readonly done?: number
  /** What the numbers add up to that the records carry under a word of the question. */
  readonly amounts?: { readonly key: string; readonly sum: number }
  /** How many different values the other kind of record has, where these are others. */
  readonly elsewhere?: { readonly key: string; readonly signal: 'logs' | 'spans'; readonly count: number }
  /** With isLackingAsked: the values of the key that none of what was counted carries. */
  readonly lacking?: readonly string[]
  /** The course of each group, where that is asked for. */
  readonly courses?: GroupCourses
  /** The groups are those of the requests that the lines belong to. */
  readonly isTracedBy?: boolean
  /** Records by the service that sent them, largest first, where several services tell of what was counted. */
  readonly services?: readonly { readonly service: string; readonly count: number }[]
  readonly examples: readonly LogRow[]
  /** Log patterns that were counted, largest first. */
  readonly patterns?: readonly {
    readonly template: string
    readonly service: string
    readonly severity: string
    readonly count: number
  }[]
  readonly incomplete?: readonly string[]
}
export interface ListResult {
  readonly kind: 'list'
  readonly window: Window
  readonly total: number
  /** Nothing at all was sent in the window. */
  readonly isBeyondTelemetry?: boolean
  readonly logs: readonly LogRow[]
  readonly spans: readonly SpanRow[]
  readonly incomplete?: readonly string[]
}
export interface PatternsResult {
  readonly kind: 'patterns'
  readonly window: Window
  readonly total: number
  /** How many requests there are, where the lines of requests were asked for, and how many were looked into. */
  readonly requests?: { readonly total: number; readonly read: number }
  readonly patterns: readonly {
    readonly id: string
    readonly template: string
    readonly service: string
    readonly severity: string
    readonly count: number
    readonly firstSeen: string
    readonly lastSeen: string
    readonly example: string
  }[]
  readonly incomplete?: readonly string[]
}
/** A value that requests have in common. */
export interface SharedValue {
  readonly field: string
  readonly scope: 'builtin' | 'attribute' | 'resource'
  readonly value: string
  /** Whose operation or resource it is. */
  readonly service?: string
  /** How many of the requests asked about carry it, and how many of the others. */
  readonly these: number
  readonly others: number
}
export interface CommonResult {
  readonly kind: 'common'
  readonly window: Window
  /** How many such requests there are, how many of them were read, and with how many others they were compared. */
  readonly total: number
  readonly read: number
  readonly others: number
  /** The most telling first. */
  readonly shared: readonly SharedValue[]
  /** Attributes over whose values they are spread as the others are. */
  readonly even: readonly { readonly field: string; readonly values: number }[]
  readonly statuses: readonly { readonly status: string; readonly count: number }[]
  readonly incomplete?: readonly string[]
}
export interface ServiceNow extends Amount {
  readonly service: string
}
export interface StateResult {
  readonly kind: 'state'
  readonly window: Window
  readonly signal: 'requests' | 'errors'
  readonly now: Amount
  readonly usual: Amount
  readonly usualWindow: Window
  readonly failing: readonly ServiceNow[]
  readonly slow: readonly { readonly service: string; readonly p95: number; readonly usualP95: number }[]
  readonly silent: readonly { readonly service: string; readonly since: string }[]
  readonly sending: number
  /** The window lies before all telemetry. */
  readonly isBlank?: boolean
  readonly lastRecord: string | null
  readonly incomplete?: readonly string[]
}
/** A time in which a service did something far more, or far less, than in the rest of its time. */
export interface ServiceEpisode {
  readonly since: string
  /** Null while it lasts. */
  readonly until: string | null
  readonly perMinute: number
  readonly usualPerMinute: number
  readonly count: number
  /** What its lines say, and how severe they are. */
  readonly line?: string
  readonly severity?: string
}
export interface HealthResult {
  /** Kinds of warnings and errors that came more often for a time; left out by earlier releases. */
  readonly oddLines?: readonly ServiceEpisode[]
  /** Its requests take longer together, and those of no operation by itself: there are others among them. */
  readonly isOnlyMix?: boolean
  /** A time in which it got far fewer requests. */
  readonly lessInput?: ServiceEpisode
  readonly kind: 'health'
  readonly service: string
  readonly window: Window
  /** When telemetry began in the window; stored answers of before may lack it. */
  readonly began?: string
  readonly recent: Window
  readonly requests: {
    readonly now: Amount
    readonly past: Amount
    readonly whole: Amount
    /** The highest durations of five minutes in the first half of the past, in milliseconds. Null: none is known. */
    readonly everyday: { readonly p50: number; readonly p95: number } | null
  } | null
  readonly errors: { readonly nowPerMinute: number; readonly pastPerMinute: number; readonly total: number } | null
  readonly patterns: PatternsResult['patterns']
  readonly newPatterns: PatternsResult['patterns']
  readonly crashes: PatternsResult['patterns']
  readonly lastCrash?: string
  /** Its last line, where that says that the work is done. */
  readonly ended?: { readonly line: string; readonly at: string }
  readonly gaps: readonly Window[]
  readonly lastSeen: string | null
  readonly routes: readonly (ServiceNow & { readonly operation: string })[]
  readonly incomplete?: readonly string[]
}
/** One series against its own past. */
export interface SeriesState {
  /** The service, or null where all are taken together. */
  readonly service: string | null
  /** One edge of several series, where their mean is as usual. */
  readonly of?: 'lowest' | 'highest'
  /** Least and greatest value of everyday. */
  readonly usual: { readonly low: number; readonly high: number }
  readonly now: number
  readonly is: 'usual' | 'above' | 'below'
  /** Since when it is outside, and until when where that is over. */
  readonly since: string | null
  readonly until: string | null
  /** When the way outside began, where that was some minutes before `since`. */
  readonly began?: string
  /** The value furthest outside, or the furthest from the middle of everyday. */
  readonly peak: { readonly at: string; readonly value: number }
  /** Single steps far outside. */
  readonly spikes: readonly string[]
}
export interface AnomalyResult {
  readonly kind: 'anomaly'
  readonly window: Window
  readonly unit: string
  readonly intervalMs: number
  /** Those outside first, furthest first. */
  readonly series: readonly SeriesState[]
  /** Series with too few points to say what is usual. */
  readonly tooShort: number
  /** The course of the first series. */
  readonly points: readonly (readonly [at: string, value: number])[]
  readonly incomplete?: readonly string[]
}
export interface VersionsResult {
  readonly kind: 'versions'
  readonly key: string | null
  readonly versions: readonly {
    readonly service: string
    readonly version: string
    readonly firstSeen: string
    readonly lastSeen: string
    readonly records: number
  }[]
  readonly window: Window
  readonly incomplete?: readonly string[]
}
export interface DeploymentsResult {
  readonly kind: 'deployments'
  readonly window: Window
  readonly versionChanges: readonly {
    readonly service: string
    readonly from: string
    readonly to: string
    readonly at: string
  }[]
  readonly records: readonly LogRow[]
  readonly total: number
  readonly hasVersions: boolean
  /** What people or their tools told of, oldest first; left out by earlier releases. */
  readonly changes?: readonly ChangeRow[]
  readonly incomplete?: readonly string[]
}
/** Requests of one side of a release, or records where there are no requests. */
export interface ReleaseSide extends Amount {
  readonly window: Window
  /** Log records of the side, and how many of them are errors. */
  readonly lines: { readonly total: number; readonly errors: number }
}
/** What a release did. */
export interface ReleaseResult {
  readonly kind: 'release'
  readonly window: Window
  /** The release that is meant; null where none was seen. */
  readonly release: {
    readonly service: string
    readonly at: string
    readonly from: string | null
    readonly to: string | null
    /** When the version was replaced again. */
    readonly until: string | null
    /** How many other releases could have been meant. */
    readonly others: number
  } | null
  /** Of a service that has run one version alone: that version. */
  readonly only?: string
  readonly before: ReleaseSide | null
  /** Up to the trouble that began later, where there is any. */
  readonly after: ReleaseSide | null
  /** Trouble that began while the version ran, and not with it. */
  readonly later: (ReleaseSide & { readonly is: 'failing' | 'slow' }) | null
  /** The time of that trouble is part of the later side all the same. */
  readonly isWhole?: boolean
  /** Routes that both sides have, those that changed most first. */
  readonly routes: readonly { readonly operation: string; readonly before: Amount; readonly after: Amount }[]
  readonly incomplete?: readonly string[]
}
/** Requests of a service on one side of its stop, or records where it has no requests. */
export interface LifeSide extends Amount, Window {}
/** A stop of a service with the start behind it; of one that no line tells, what is known. */
export interface LifeEvent {
  readonly service: string
  readonly at: string
  readonly stop: LogRow | null
  readonly start: LogRow | null
  /** When it was there again; null while it is not. */
  readonly back: string | null
  readonly reason: 'planned' | 'limit' | 'release' | 'crash' | 'signal' | 'untold'
  readonly version?: { readonly from: string; readonly to: string }
  readonly instance?: { readonly from: string; readonly to: string }
  readonly sides?: {
    readonly before: LifeSide | null
    readonly during: LifeSide | null
    readonly after: LifeSide | null
  }
}
export interface LifeResult {
  readonly kind: 'life'
  readonly window: Window
  readonly total: number
  /** How many there were at other times, where none was at the moment that was named. */
  readonly others?: number
  /** Oldest first. */
  readonly events: readonly LifeEvent[]
  readonly silent: readonly {
    readonly service: string
    readonly since: string
    /** Newest first. */
    readonly lines: readonly LogRow[]
    /** Where its last line tells of a stop. */
    readonly reason?: LifeEvent['reason']
    readonly isEveryday: boolean
  }[]
  readonly incomplete?: readonly string[]
}
/** What came in the minutes before a moment. */
export interface LeadupResult {
  readonly kind: 'leadup'
  readonly window: Window
  readonly at: string
  /** The most telling first. */
  readonly rows: readonly {
    readonly service: string
    readonly at: string
    readonly body: string
    readonly version?: { readonly from: string; readonly to: string }
    readonly is: 'change' | 'line'
    readonly rank: number
  }[]
  readonly isPastKnown: boolean
  readonly incomplete?: readonly string[]
}
export interface MeaningResult {
  readonly kind: 'meaning'
  readonly text: string
  readonly window: Window
  readonly total: number
  readonly patterns: PatternsResult['patterns']
  /** No words of a line were named: it is the line that comes most often. */
  readonly isMostFrequent?: boolean
  readonly incomplete?: readonly string[]
}
/** Calls of one side: how many, how many of them failed, and how long they took, in milliseconds. */
export interface CallsSide {
  readonly calls: number
  readonly failed: number
  readonly p50: number | null
  readonly p95: number | null
  readonly max: number | null
}
/** Calls of one service to one thing. */
export interface CallsOf {
  readonly to: string
  readonly service: string
  /** The name of their spans; empty where there are several. */
  readonly operation: string
  /** Messages that are worked on, and not sent. */
  readonly isTaken: boolean
  readonly now: CallsSide
  readonly before: CallsSide | null
}
export interface CallsResult {
  readonly kind: 'calls'
  readonly window: Window
  readonly before: Window | null
  /** By caller and callee, the worst first, and each kind of calls. */
  readonly pairs: readonly CallsOf[]
  readonly operations: readonly CallsOf[]
  readonly firstFailed?: string
  readonly lastFailed?: string
  readonly slowSince?: string
  readonly incomplete?: readonly string[]
}
export type QueryResult =
  | MeasureResult
  | ListResult
  | PatternsResult
  | CommonResult
  | StateResult
  | HealthResult
  | AnomalyResult
  | VersionsResult
  | DeploymentsResult
  | ReleaseResult
  | LifeResult
  | LeadupResult
  | MeaningResult
  | CallsResult

/** The values of groups in parts of a window. */
export interface GroupCourses {
  readonly from: string
  readonly stepMs: number
  readonly groups: readonly {
    readonly key: MeasureGroup['key']
    /** One for each part; null where the group has none there. */
    readonly values: readonly (number | null)[]
  }[]
}
