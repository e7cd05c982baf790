/**
 * The Durable Objects as their callers see them. The classes in src/durable implement these interfaces (`Served`), and
 * src/wiring makes the stubs. Nobody else needs to know which class or binding answers.
 */
import type { DeliveryPage, DeliveryQuery, DeliveryView } from './delivery-protocol.ts'
import type {
  Accuracy,
  FeedbackInput,
  IncidentAlertPage,
  IncidentAlertQuery,
  IncidentDetail,
  IncidentPage,
  IncidentQuery,
  MaintenanceWindow,
  NewNote,
  NewWindow,
  NoteUpdate,
  NoteView,
  WindowUpdate,
} from './incident-protocol.ts'
import type {
  MonitorChange,
  MonitorPage,
  MonitorView,
  SavedMonitor,
  SaveMonitor,
  TransitionPage,
} from './monitor-protocol.ts'
import type {
  AlertFate,
  ChangePage,
  ChangeQuery,
  ChangeView,
  IncidentEvent,
  PlacedProject,
  ReceivedAlerts,
  RecognisedChanges,
  RecordedChanges,
} from './oncall-protocol.ts'
import type { BeginInput, BeginReply, DeliveryCount, SourceHealth } from './organization-protocol.ts'
import type { QuietProfile } from './quiet-profile.ts'
import type { ThreadStatus } from './run-status.ts'
import type {
  SavedSchedule,
  SaveSchedule,
  ScheduleChange,
  SchedulePage,
  ScheduleRun,
  ScheduleRunPage,
  ScheduleView,
} from './schedule-protocol.ts'
import type {
  Hits,
  MessageHit,
  MessageSearch,
  RunSearch,
  SearchBatch,
  ThreadHit,
  ThreadSearch,
} from './search-protocol.ts'
import type {
  AppendInput,
  CreateInput,
  ForkInput,
  ForkReply,
  Owner,
  ReadInput,
  RunAddress,
  RunPage,
  RunView,
  SentInput,
  SentView,
  StartReply,
  ThreadAddress,
  ThreadStatusView,
  ThreadView,
} from './thread-protocol.ts'

/** What a class must offer so that its stub has this interface: over a stub every answer is a promise. */
export type Served<Rpc> = {
  readonly [Name in keyof Rpc]: Rpc[Name] extends (...input: infer Input) => Promise<infer Answer>
    ? (...input: Input) => Answer | Promise<Answer>
    : Rpc[Name]
}

/** The object of one thread (src/durable/thread). Answers are null where it holds no such thread for these tenants. */
export interface ThreadRpc {
  createThread(input: CreateInput): Promise<StartReply>
  append(input: AppendInput): Promise<StartReply>
  forkFrom(input: ForkInput): Promise<ForkReply>
  /** The owner of the thread or run with this id. */
  tenantOf(threadOrRunId: string): Promise<Owner | null>
  waitForRun(input: RunAddress & { readonly waitMs: number }): Promise<RunView | null>
  listRuns(input: ThreadAddress & { readonly limit: number; readonly before: string | null }): Promise<RunPage | null>
  getStatus(input: ThreadAddress): Promise<ThreadStatusView | null>
  sent(input: SentInput): Promise<SentView | null>
  setStatus(input: ThreadAddress & { readonly status: ThreadStatus }): Promise<ThreadView | null>
  /** The boolean answers of these three: whether it was found. */
  cancelRun(input: RunAddress): Promise<boolean>
  stop(input: ThreadAddress): Promise<boolean>
  deleteThread(input: ThreadAddress): Promise<boolean>
  /** `text` is null where the answer is too long for one message: then it is read over `requestThread`. */
  read(input: ReadInput): Promise<{ readonly text: string | null } | null>
}

/** The search object of one project (src/durable/search). */
export interface SearchRpc {
  index(batch: SearchBatch): Promise<void>
  threads(search: ThreadSearch): Promise<Hits<ThreadHit>>
  messages(search: MessageSearch): Promise<Hits<MessageHit>>
  /** Runs of the project's threads, newest first. */
  runs(search: RunSearch): Promise<RunPage>
  purge(): Promise<void>
}

/** Idempotency records of one owner (src/http/idempotency.ts). */
export interface IdempotencyRpc {
  beginIdempotent(input: BeginInput): Promise<BeginReply>
  /** Without an answer: it is too large to keep. */
  completeIdempotent(key: string, answer: string | null): Promise<void>
  /** The request was refused: nothing was done, and the key is free again. */
  releaseIdempotent(key: string): Promise<void>
  /** The request failed half-way. The next attempt takes over the record. */
  failIdempotent(key: string): Promise<void>
}

/** Health of the sources of one organization. */
export interface SourceHealthRpc {
  addHealth(counts: readonly DeliveryCount[]): Promise<void>
  healthOf(keyIds: readonly string[]): Promise<readonly SourceHealth[]>
  forgetKeys(keyIds: readonly string[]): Promise<void>
}

/** The object of one organization (src/durable/organization). */
export interface OrganizationRpc extends IdempotencyRpc, SourceHealthRpc {
  purge(): Promise<void>
}

/** The object of one pulled stream (src/durable/poller). */
export interface PollerRpc {
  start(streamId: string): Promise<void>
  stop(): Promise<void>
}

/** The object that runs the sweepers (src/durable/clock). */
export interface ClockRpc {
  ensureStarted(): Promise<void>
}

/** Changes, alerts and incidents of one project (src/durable/oncall). */
export interface OnCallRpc {
  /** Stores the alerts and what they change, then answers. A delivery that is known is counted as accepted again. */
  receiveAlerts(input: ReceivedAlerts): Promise<{ readonly accepted: number }>
  /** What `receiveAlerts` would do with each of them now, in this order. Stores nothing. */
  explainAlerts(input: Pick<ReceivedAlerts, 'owner' | 'alerts'>): Promise<readonly AlertFate[]>
  /** The changes as they are stored now, in the order of the input. */
  recordChanges(input: RecordedChanges): Promise<readonly ChangeView[]>
  /** Newest first, by their start. */
  listChanges(input: ChangeQuery): Promise<ChangePage>
  /** Telemetry has arrived; within minutes it is searched for changes. Called now and then, not for every delivery. */
  telemetryArrived(owner: PlacedProject): Promise<void>
  /** Up to when telemetry was searched for changes. Null: never. */
  recognisedUpTo(): Promise<number | null>
  /** Stores what was recognised, and up to when telemetry was searched. */
  noteRecognised(input: RecognisedChanges): Promise<void>
  /** What the project's telemetry shows when nothing happens. Null: nothing was learnt yet. */
  quietProfile(): Promise<QuietProfile | null>
  /** Ends a look at quiet telemetry, and stores what it taught. Null: nothing. */
  noteQuiet(profile: QuietProfile | null): Promise<void>
  /** Newest first. */
  listIncidents(input: IncidentQuery): Promise<IncidentPage>
  getIncident(id: string): Promise<IncidentDetail | null>
  /** Null: there is no such incident. A page of long alerts is shorter than its limit. */
  listIncidentAlerts(input: IncidentAlertQuery): Promise<IncidentAlertPage | null>
  giveFeedback(input: FeedbackInput): Promise<IncidentDetail | null>
  /** Closes an open incident by hand. One that is resolved stays as it is. */
  resolveIncident(input: { readonly id: string; readonly by: string }): Promise<IncidentDetail | null>
  accuracy(): Promise<Accuracy>
  listWindows(): Promise<readonly MaintenanceWindow[]>
  getWindow(id: string): Promise<MaintenanceWindow | null>
  /** Null if the project has the maximum number. The same id again changes nothing. */
  addWindow(input: NewWindow): Promise<MaintenanceWindow | null>
  /** Merged with what is stored; as text, why the merged window is refused. */
  updateWindow(input: WindowUpdate): Promise<MaintenanceWindow | string | null>
  /** Whether there was one. Silenced alerts that still fire open incidents now. */
  removeWindow(id: string): Promise<boolean>
  /** Of a service and of the whole project; null: all. Without their texts. */
  listNotes(service: string | null): Promise<readonly NoteView[]>
  /** `version`: null for the last one. */
  getNote(input: { readonly id: string; readonly version: number | null }): Promise<NoteView | null>
  addNote(input: NewNote): Promise<NoteView | 'full'>
  updateNote(input: NoteUpdate): Promise<NoteView | 'not_found' | 'other_version'>
  removeNote(id: string): Promise<boolean>
  purge(): Promise<void>
}

/** Monitors and schedules of one project (src/durable/monitors). */
export interface MonitorRpc {
  saveMonitor(input: SaveMonitor): Promise<SavedMonitor>
  /** Merged with what is stored, so that two changes of different fields both take effect. */
  changeMonitor(input: { readonly id: string; readonly change: MonitorChange }): Promise<SavedMonitor>
  getMonitor(id: string): Promise<MonitorView | null>
  /** Newest first. */
  listMonitors(input: { readonly limit: number; readonly cursor: string | null }): Promise<MonitorPage>
  /** Null: there is none. Pausing a firing monitor resolves its alert. */
  setPaused(input: { readonly id: string; readonly isPaused: boolean }): Promise<MonitorView | null>
  /** A firing monitor's alert is resolved. False: there is none. */
  deleteMonitor(id: string): Promise<boolean>
  monitorHistory(input: {
    readonly id: string
    readonly limit: number
    readonly cursor: string | null
  }): Promise<TransitionPage>
  saveSchedule(input: SaveSchedule): Promise<SavedSchedule>
  /** Merged with what is stored, so that two changes of different fields both take effect. */
  changeSchedule(input: { readonly id: string; readonly change: ScheduleChange }): Promise<SavedSchedule>
  getSchedule(id: string): Promise<ScheduleView | null>
  /** Newest first. */
  listSchedules(input: { readonly limit: number; readonly cursor: string | null }): Promise<SchedulePage>
  /** A run that has not ended continues, but its answer is not delivered. False: there is no such schedule. */
  deleteSchedule(id: string): Promise<boolean>
  /** Starts a run now, or says that one has not ended. Null: there is no such schedule. */
  runSchedule(id: string): Promise<ScheduleRun | null>
  scheduleRuns(input: {
    readonly id: string
    readonly limit: number
    readonly cursor: string | null
  }): Promise<ScheduleRunPage>
  purge(): Promise<void>
}

/** Destinations and deliveries of one project (src/durable/deliveries). */
export interface DeliveryRpc {
  /**
   * Takes events to deliver. Events with a known id change nothing. With `destinationIds`, only those destinations get
   * them, whatever their rules.
   */
  enqueue(input: {
    readonly owner: PlacedProject
    readonly events: readonly IncidentEvent[]
    readonly destinationIds?: readonly string[]
  }): Promise<void>
  /**
   * A destination was changed, disabled or deleted: its record of failures is reset, and its pending deliveries are
   * reconsidered.
   */
  destinationChanged(input: DestinationChanged): Promise<void>
  /** Sends one event to one destination now, once, and returns the result. */
  sendTest(input: {
    readonly owner: PlacedProject
    readonly destinationId: string
    readonly event: IncidentEvent
  }): Promise<DeliveryView>
  /** Newest first. */
  listDeliveries(input: DeliveryQuery): Promise<DeliveryPage>
  /** Sends a delivery again under its own id, or at once if it is waiting. Null: there is none. */
  replay(input: { readonly owner: PlacedProject; readonly id: string }): Promise<DeliveryView | null>
  purge(): Promise<void>
}

export interface DestinationChanged {
  readonly owner: PlacedProject
  readonly id: string
  readonly isEnabled: boolean
}
