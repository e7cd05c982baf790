/** Checks the signatures of Amazon SNS messages, and confirms subscriptions. */
import { AgedCache } from '../../../auth/cache.ts'
import { OutboundClient } from '../../../connectors/outbound/client.ts'
import { DomainError } from '../../../contracts/domain-error.ts'
import type { Fields } from '../../../oncall/formats/reading.ts'
import { confirmationUrl, verifySns } from '../../../oncall/signatures/sns.ts'
import type { DomainContext } from '../../context.ts'

/** Well below the 15 seconds that SNS waits for an answer. */
const TIMEOUT_MS = 5_000
const CERTIFICATE_BYTES_MAX = 64 * 1024
/** The certificate at an address never changes: a new certificate has a new address. */
const CERTIFICATE_AGE_MAX_MS = 24 * 3600_000
const certificates = new AgedCache<string>(CERTIFICATE_AGE_MAX_MS, 50)

/** Throws 401 for a message that SNS did not sign, and 503 if the signature cannot be checked now. */
export async function requireSns(ctx: DomainContext, message: Fields): Promise<void> {
  const verdict = await verifySns({ message, nowMs: ctx.now(), certificateAt: (url) => certificateAt(ctx, url) })
  switch (verdict) {
    case 'valid':
      return
    case 'unreachable':
      throw busy(
        'The signature could not be checked, because the certificate of Amazon SNS could not be fetched. Send it again.',
      )
    case 'old':
      throw refused('The message of Amazon SNS is too old or from the future, so it may be a replay. Publish it again.')
    case 'missing':
      throw refused('The message has no signature of Amazon SNS. Turn raw message delivery off, which sends none.')
    case 'wrong':
      throw refused(
        'The signature of Amazon SNS is wrong, because SNS did not sign these fields. Deliver the message unchanged.',
      )
  }
}

/** Confirms a subscription, after `requireSns`. Throws 503 if SNS does not confirm it, 401 for an address not of SNS. */
export async function confirmSubscription(ctx: DomainContext, message: Fields): Promise<void> {
  const url = confirmationUrl(message)
  if (url === null)
    throw refused('The SubscribeURL does not belong to Amazon SNS, so it was not opened. Subscribe the endpoint again.')
  const outcome = await read(ctx, url)
  if (outcome === null)
    throw busy('The subscription was not confirmed, because Amazon SNS did not answer. Request the confirmation again.')
}

async function certificateAt(ctx: DomainContext, url: URL): Promise<string | null> {
  const known = certificates.get(url.href, ctx.now())
  if (known !== undefined) return known
  const pem = await read(ctx, url)
  if (pem?.includes('-----BEGIN CERTIFICATE-----')) certificates.set(url.href, pem, ctx.now())
  return pem
}

/** Reads an address of SNS; null if it does not answer with status 200. */
async function read(ctx: DomainContext, url: URL): Promise<string | null> {
  const client = new OutboundClient(
    { fetch: ctx.fetch, sleep: (ms) => scheduler.wait(ms), random: Math.random },
    // The client reaches this host of SNS only, and follows no redirect to another host.
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
