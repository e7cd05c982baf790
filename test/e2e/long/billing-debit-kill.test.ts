/**
 * SIGKILL of the whole process group while usage is reported and debited: messages of the local queue are lost with the
 * process, and still every accepted byte is debited once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiClient } from '../../../scripts/server/api.ts'
import { createWorkbench, type Workbench } from '../../../scripts/server/workbench.ts'
import { SEND_DELAY_MS } from '../../../src/billing/metering/usage-totals.ts'

/** Milliseconds after the report is due: before it, while it waits in the queue (1 s), while it is debited. */
const KILLED_AFTER_MS = [100, 700, 1150]
/** A lost last total is sent again after five minutes; normally the next total heals it within one. */
const PATIENCE_MS = 400_000

interface UsageAnswer {
  readonly usage: readonly {
    readonly dimension: string
    readonly totalQuantity: string
    readonly creditsConsumed: string
  }[]
}

let workbench: Workbench
beforeAll(async () => {
  workbench = await createWorkbench({ name: 'billing-debit' })
})
afterAll(() => workbench.remove())

/** Sends log records and returns the bytes that were accepted. */
async function send(baseUrl: string, publicKey: string, round: number): Promise<number> {
  const timeUnixNano = `${BigInt(Date.now()) * 1_000_000n}`
  const logRecords = Array.from({ length: 50 }, (_, index) => ({
    timeUnixNano,
    body: { stringValue: `round ${round} record ${index} ${'x'.repeat(200)}` },
  }))
  const body = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
  const response = await fetch(`${baseUrl}/intake/k/${publicKey}/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(response.status).toBe(200)
  return new TextEncoder().encode(body).byteLength
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

it('debits every accepted byte once when the server is killed while it reports and debits', {
  timeout: 900_000,
}, async () => {
  const [organization] = workbench.organizations
  if (organization === undefined) throw new Error('no organization')
  let accepted = 0
  const debitedAtKills: string[] = []
  for (const [round, afterMs] of KILLED_AFTER_MS.entries()) {
    const server = await workbench.start()
    const api = apiClient(server.baseUrl, organization.secretKey)
    debitedAtKills.push((await api.get<UsageAnswer>('/billing/usage')).usage[0]?.totalQuantity ?? '')
    const countedAt = Date.now()
    accepted += await send(server.baseUrl, organization.publicKey, round)
    await pause(countedAt + SEND_DELAY_MS + afterMs - Date.now())
    await server.kill()
  }
  const server = await workbench.start()
  const api = apiClient(server.baseUrl, organization.secretKey)
  accepted += await send(server.baseUrl, organization.publicKey, KILLED_AFTER_MS.length)
  const deadline = Date.now() + PATIENCE_MS
  let debited = 0
  while (debited < accepted && Date.now() < deadline) {
    await pause(3000)
    debited = Number((await api.get<UsageAnswer>('/billing/usage')).usage[0]?.totalQuantity)
  }
  // A moment longer: nothing may be debited on top.
  await pause(5000)
  const { usage } = await api.get<UsageAnswer>('/billing/usage')
  const summary = await api.get<{ readonly currentBalance: string }>('/billing/summary')
  await server.stop()
  console.info(
    `bytes debited at each start: ${debitedAtKills.join(', ')}; in the end ${usage[0]?.totalQuantity} of ${accepted}`,
  )
  expect(usage[0]?.totalQuantity).toBe(String(accepted))
  expect(Number(summary.currentBalance)).toBeCloseTo(50 - Number(usage[0]?.creditsConsumed), 6)
})
