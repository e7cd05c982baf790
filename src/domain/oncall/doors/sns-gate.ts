/** Amazon SNS at the door: its messages are believed by their signature, and its subscriptions are confirmed. */
import { AgedCache } from '../../../auth/cache.ts'
import { OutboundClient } from '../../../connectors/outbound/client.ts'
import { DomainError } from '../../../contracts/domain-error.ts'
import type { Fields } from '../../../oncall/formats/reading.ts'
import { confirmationUrl, verifySns } from '../../../oncall/signatures/sns.ts'
import type { DomainContext } from '../../context.ts'

/** SNS waits 15 seconds for an answer. */
const TIMEOUT_MS = 5_000
const CERTIFICATE_BYTES_MAX = 64 * 1024
/** The address of a certificate names what is in it: a new certificate has a new address. */
const CERTIFICATE_AGE_MAX_MS = 24 * 3600_000
const certificates = new AgedCache<string>(CERTIFICATE_AGE_MAX_MS, 50)

/** Throws 401 for a message that is not of SNS, and 503 where that cannot be found out now. */
export async function requireSns(ctx: DomainContext, message: Fields): Promise<void> {
  const verdict = await verifySns({ message, nowMs: ctx.now(), certificateAt: (url) => certificateAt(ctx, url) })
  switch (verdict) {
    case 'valid':
      return
    case 'unreachable':
      throw busy('The certificate of Amazon SNS could not be fetched; the delivery may come again.')
    case 'old':
      throw refused('The message of Amazon SNS is too old.')
    case 'missing':
      throw refused('This is not signed by Amazon SNS. Raw message delivery has no signature: turn it off.')
    case 'wrong':
      throw refused('The signature of Amazon SNS is wrong.')
  }
}

/** Confirms a subscription, after `requireSns`. Throws where SNS does not say that it is confirmed. */
export async function confirmSubscription(ctx: DomainContext, message: Fields): Promise<void> {
  const url = confirmationUrl(message)
  if (url === null) throw refused('The address that confirms the subscription is not of Amazon SNS.')
  const outcome = await read(ctx, url)
  if (outcome === null) throw busy('The subscription could not be confirmed; the delivery may come again.')
}

async function certificateAt(ctx: DomainContext, url: URL): Promise<string | null> {
  const known = certificates.get(url.href, ctx.now())
  if (known !== undefined) return known
  const pem = await read(ctx, url)
  if (pem?.includes('-----BEGIN CERTIFICATE-----')) certificates.set(url.href, pem, ctx.now())
  return pem
}

/** What is at an address of SNS; null where it did not answer with success. */
async function read(ctx: DomainContext, url: URL): Promise<string | null> {
  const client = new OutboundClient(
    { fetch: ctx.fetch, sleep: (ms) => scheduler.wait(ms), random: Math.random },
    // The one host of SNS that was found in the message; the client goes nowhere else, by redirect neither.
    [{ origin: url.origin }],
  )
  const outcome = await client.send({
    method: 'GET',
    url: url.href,
    timeoutMs: TIMEOUT_MS,
    bodyBytesMax: CERTIFICATE_BYTES_MAX,
    attemptsMax: 2,
  })
  return outcome.ok && outcome.response.status === 200 ? outcome.response.text() : null
}

const refused = (message: string) => new DomainError({ kind: 'unauthenticated', message })
const busy = (message: string) => new DomainError({ kind: 'busy', message, retryAfterSeconds: 10 })
