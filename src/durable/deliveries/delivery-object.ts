/**
 * One object per project: the messages for its destinations, and what happened to them (docs/design/oncall.md). The
 * destinations themselves are stored in D1, where their secrets take part in key rotations.
 */

import { DurableObject } from 'cloudflare:workers'
import type { DeliveredEvent, DeliveryPage, DeliveryQuery, DeliveryView } from '../../contracts/delivery-protocol.ts'
import { newId } from '../../contracts/ids.ts'
import type { DeliveryRpc, DestinationChanged, Served } from '../../contracts/object-rpc.ts'
import type { IncidentEvent, PlacedProject } from '../../contracts/oncall-protocol.ts'
import { type DestinationRow, destinationsOfProject } from '../../db/destinations.ts'
import { findProject } from '../../db/projects.ts'
import { disableDestination } from '../../domain/destinations/destinations.ts'
import { disabledNotice } from '../../domain/destinations/notice.ts'
import { isWanted } from '../../domain/destinations/rules.ts'
import { type SentAttempt, sendMessage } from '../../domain/destinations/send-message.ts'
import { systemScope } from '../../domain/system-scope.ts'
import { type Bindings, baseUrlOf } from '../../env.ts'
import { logFailure } from '../../log/log.ts'
import { backgroundContext } from '../../wiring/contexts.ts'
import { DeliveryStore } from './delivery-store.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Head } from './lanes.ts'

export class DeliveryObject extends DurableObject<Bindings> implements Served<DeliveryRpc> {
  #store: DeliveryStore
  #dispatcher: Dispatcher
  /** From the last round. Attempts of that round use it. */
  #known: { readonly rows: ReadonlyMap<string, DestinationRow>; readonly projectName: string } = {
    rows: new Map(),
    projectName: '',
  }

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env)
    this.#store = new DeliveryStore(state.storage)
    this.#dispatcher = this.#newDispatcher()
  }

  async enqueue({
    owner,
    events,
    destinationIds,
  }: {
    readonly owner: PlacedProject
    readonly events: readonly IncidentEvent[]
    readonly destinationIds?: readonly string[]
  }): Promise<void> {
    this.#store.noteOwner(owner)
    const unknown = events.filter(({ id }) => !this.#store.isKnown(id))
    if (unknown.length === 0) return
    const rows = await destinationsOfProject(this.env.DB, owner.projectId)
    const now = Date.now()
    for (const event of [...unknown].sort((a, b) => a.sequence - b.sequence)) {
      const wanted = rows.filter(
        ({ id, enabled, rules }) =>
          enabled && (destinationIds === undefined ? isWanted(rules, event) : destinationIds.includes(id)),
      )
      this.#add(event, wanted, now)
    }
    this.#pump()
  }

  async destinationChanged({ owner, id, isEnabled }: DestinationChanged): Promise<void> {
    this.#store.noteOwner(owner)
    if (isEnabled) this.#store.forgive(id)
    else this.#store.cancel(id, Date.now())
    this.#pump()
  }

  async sendTest({
    owner,
    destinationId,
    event,
  }: {
    readonly owner: PlacedProject
    readonly destinationId: string
    readonly event: IncidentEvent
  }): Promise<DeliveryView> {
    this.#store.noteOwner(owner)
    await this.#receivers()
    const row = this.#known.rows.get(destinationId)
    const id = newId()
    this.#store.addSettled(event, { id, destinationId, perHourMax: null }, Date.now())
    const sent =
      row === undefined
        ? { outcome: 'misconfigured' as const, status: null, retryAfterMs: null, at: Date.now(), durationMs: 0 }
        : await this.#sendTo(row, id, event)
    this.#store.settleTest(id, sent, Date.now())
    const view = this.#store.view(id)
    if (view === null) throw new Error('A delivery was removed while it was tested.')
    return view
  }

  listDeliveries(query: DeliveryQuery): DeliveryPage {
    return this.#store.list(query)
  }

  async replay({ owner, id }: { readonly owner: PlacedProject; readonly id: string }): Promise<DeliveryView | null> {
    this.#store.noteOwner(owner)
    if (!this.#store.replay(id, Date.now())) return null
    this.#pump()
    return this.#store.view(id)
  }

  override async alarm(): Promise<void> {
    // An attempt that ended after its project was deleted has planned another one.
    if (this.#store.exists()) await this.#dispatcher.once()
  }

  /** Waits until nothing is in flight and nothing is due. */
  async settled(): Promise<void> {
    await this.#dispatcher.idle()
  }

  /** Removes everything of a deleted project. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    this.#store = new DeliveryStore(this.ctx.storage)
    this.#dispatcher = this.#newDispatcher()
  }

  #pump(): void {
    this.ctx.waitUntil(this.#dispatcher.pump())
  }

  #add(event: DeliveredEvent, wanted: readonly DestinationRow[], now: number): void {
    this.#store.add(
      event,
      wanted.map(({ id, rules }) => ({ id: newId(), destinationId: id, perHourMax: rules.messagesPerHourMax })),
      now,
    )
  }

  #newDispatcher(): Dispatcher {
    return new Dispatcher({
      store: this.#store,
      now: Date.now,
      random: Math.random,
      setAlarm: (atMs) => this.ctx.waitUntil(this.ctx.storage.setAlarm(atMs)),
      receivers: () => this.#receivers(),
      send: (head, event) => this.#send(head, event),
      disable: (destinationId, reason) => this.#disable(destinationId, reason),
      onMishap: (error) => logFailure('delivery_failed', error),
    })
  }

  async #receivers() {
    const owner = this.#store.owner()
    if (owner === null) return []
    const [rows, project] = await Promise.all([
      destinationsOfProject(this.env.DB, owner.projectId),
      findProject(this.env.DB, owner.projectId),
    ])
    this.#known = { rows: new Map(rows.map((row) => [row.id, row])), projectName: project?.name ?? '' }
    // No messages are sent for a project that is being deleted.
    return rows.map(({ id, kind, enabled }) => ({ id, kind, isEnabled: enabled && project !== null }))
  }

  #send(head: Head, event: DeliveredEvent): Promise<SentAttempt> {
    const row = this.#known.rows.get(head.destinationId)
    if (row === undefined) throw new Error('A delivery began without its destination.')
    return this.#sendTo(row, head.id, event)
  }

  #sendTo(destination: DestinationRow, deliveryId: string, event: DeliveredEvent): Promise<SentAttempt> {
    const ctx = backgroundContext(this.env, (work) => this.ctx.waitUntil(work))
    return sendMessage({
      ctx,
      scope: SCOPE,
      input: { destination, deliveryId, event, projectName: this.#known.projectName },
    })
  }

  async #disable(destinationId: string, reason: 'gone' | 'failing'): Promise<void> {
    const ctx = backgroundContext(this.env, (work) => this.ctx.waitUntil(work))
    await this.#receivers()
    const row = this.#known.rows.get(destinationId)
    const owner = this.#store.owner()
    if (row === undefined || owner === null) return
    await disableDestination({ ctx, scope: SCOPE, input: { row, reason } })
    const others = [...this.#known.rows.values()].filter(({ id, enabled }) => enabled && id !== destinationId)
    // A repetition after a crash finds the notice under its id.
    const since = this.#store.lanes().get(destinationId)?.failingSince ?? row.updatedAt
    const notice = disabledNotice(row, reason, {
      id: `${destinationId}:${since}`,
      at: Date.now(),
      baseUrl: baseUrlOf(ctx.settings),
    })
    this.#add(notice, others, Date.now())
  }
}

const SCOPE = systemScope('deliveries')
