/**
 * `npm run doctor -- <format> <url> [--signing-secret <secret>] [--api-key <credential>] [--key <alert key>]`: plays a
 * sender of that format against an endpoint and prints a checklist. A URL below /v1/alerts or /v1/changes is the endpoint of
 * a sender of alerts or changes. Ends with 1 where a check failed, with 64 when called wrongly.
 */
import { parseArgs } from 'node:util'
import { AlertDoctor } from './alert-doctor.ts'
import { ALERT_SOURCES_PLAYED, CHANGE_SOURCES_PLAYED, playerOf } from './alert-players.ts'
import { Doctor, type Finding } from './checks.ts'
import { PLATFORMS } from './platforms.ts'
import { SHIPPERS } from './shippers.ts'

const FORMATS = [...SHIPPERS, ...PLATFORMS]
const SIGNS: Readonly<Record<Finding['outcome'], string>> = { passed: '✓', failed: '✗', skipped: '–' }
const USAGE = `npm run doctor -- <format> <url> [--signing-secret <secret>] [--api-key <credential>] [--key <alert key>]
formats: ${FORMATS.map(({ id }) => id).join(', ')}
senders of alerts (url below /v1/alerts): ${ALERT_SOURCES_PLAYED.join(', ')}
senders of changes (url below /v1/changes): ${CHANGE_SOURCES_PLAYED.join(', ')}
url: as the endpoint card shows it, e.g. https://host/intake/k/<key>/webhook`

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      'signing-secret': { type: 'string' },
      'api-key': { type: 'string' },
      key: { type: 'string' },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const [id = '', url = ''] = positionals
  const findings = URL.canParse(url) ? await findingsOf(id, url, values) : null
  if (findings === null) {
    console.error(USAGE)
    return 64
  }
  for (const { check, outcome, note } of findings) {
    console.log(`${SIGNS[outcome]} ${check}${note === '' ? '' : `: ${note}`}`)
  }
  return findings.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

interface Given {
  readonly 'signing-secret'?: string | undefined
  readonly 'api-key'?: string | undefined
  readonly key?: string | undefined
}

/** null: no such format, or no such sender at this endpoint. */
async function findingsOf(id: string, url: string, given: Given): Promise<readonly Finding[] | null> {
  const signingSecret = given['signing-secret']
  const receives = /^\/v1\/(alerts|changes)\//.exec(new URL(url).pathname)?.[1]
  if (receives === 'alerts' || receives === 'changes') {
    const player = playerOf(receives, id)
    if (player === undefined) return null
    return new AlertDoctor({ player, url, key: given.key, signingSecret, fetch, now: Date.now }).run()
  }
  const format = FORMATS.find((one) => one.id === id)
  if (format === undefined) return null
  return new Doctor({ format, url, signingSecret, apiKey: given['api-key'], fetch, now: Date.now }).run()
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error(USAGE)
  return 64
})
