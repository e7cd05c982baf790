/** The usage queue's consumer: running totals in, debits out. */

import { recordUsage } from '../../domain/billing/record-usage.ts'
import type { DomainContext } from '../../domain/context.ts'
import { systemScope } from '../../domain/system-scope.ts'
import { logEvent, logFailure } from '../../log/log.ts'
import { type UsageMessage, usageMessageSchema } from './message.ts'

const RETRY_DELAY_SECONDS = 5
const RETRY_DELAY_SECONDS_MAX = 600

export async function consumeUsage(batch: MessageBatch, ctx: DomainContext): Promise<void> {
  const totals: { readonly message: Message; readonly usage: UsageMessage }[] = []
  for (const message of batch.messages) {
    const parsed = usageMessageSchema.safeParse(message.body)
    if (parsed.success) totals.push({ message, usage: parsed.data })
    else {
      // It will never parse: retrying cannot help, and its counter sends the total again in its own form.
      const problem = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
      logEvent('usage_message_refused', { messageId: message.id, problem })
      message.ack()
    }
  }
  try {
    await recordUsage({ ctx, scope: systemScope('metering'), input: { messages: totals.map(({ usage }) => usage) } })
    for (const { message } of totals) message.ack()
  } catch (error) {
    logFailure('usage_not_recorded', error)
    for (const { message } of totals) message.retry({ delaySeconds: backoffSeconds(message.attempts) })
  }
}

function backoffSeconds(attempts: number): number {
  const delay = Math.min(RETRY_DELAY_SECONDS * 2 ** (attempts - 1), RETRY_DELAY_SECONDS_MAX)
  return Math.round(delay * (0.75 + Math.random() * 0.5))
}
