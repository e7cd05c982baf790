/**
 * `npm run attack -- <name> [url]`: repeats one bounded attack on a server of one's own and prints what happened. Only
 * addresses of this machine are taken. The credentials are those `npm start` wrote (STATE_DIR).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placesOf } from '../server/places.ts'
import { alerts } from './alerts.ts'
import * as intake from './intake.ts'
import type { Attack, Target } from './target.ts'
import * as unauthenticated from './unauthenticated.ts'

const ATTACKS: Readonly<Record<string, Attack>> = {
  stalled: intake.stalled,
  keyless: intake.keyless,
  redaction: intake.redaction,
  webhook: unauthenticated.webhook,
  'device-logins': unauthenticated.deviceLogins,
  credentials: unauthenticated.credentials,
  'unknown-fields': unauthenticated.unknownFields,
  aborted: unauthenticated.aborted,
  alerts,
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

function targetOf(given: string | undefined): Target {
  const { localDir } = placesOf(process.env['STATE_DIR'])
  const stored: unknown = JSON.parse(readFileSync(join(localDir, 'credentials.json'), 'utf8'))
  // Written by `npm start` alone.
  const { baseUrl, publicKey, secretKey, projectId } = stored as Target
  const url = new URL(given ?? baseUrl)
  if (!LOOPBACK.has(url.hostname)) throw new Error(`${url.hostname} is not this machine.`)
  return { baseUrl: url.origin, publicKey, secretKey, projectId }
}

const [name = '', url] = process.argv.slice(2)
const attack = ATTACKS[name]
if (attack === undefined) {
  console.error(`npm run attack -- <${Object.keys(ATTACKS).join('|')}> [url]`)
  process.exit(64)
}
await attack(targetOf(url))
