/**
 * `npm run doctor -- <format> <url> [--signing-secret <secret>] [--api-key <credential>]`: plays a sender of that format
 * against an endpoint and prints a checklist. Ends with 1 where a check failed, with 64 when called wrongly.
 */
import { parseArgs } from 'node:util'
import { Doctor, type Finding } from './checks.ts'
import { PLATFORMS } from './platforms.ts'
import { SHIPPERS } from './shippers.ts'

const FORMATS = [...SHIPPERS, ...PLATFORMS]
const SIGNS: Readonly<Record<Finding['outcome'], string>> = { passed: '✓', failed: '✗', skipped: '–' }
const USAGE = `npm run doctor -- <format> <url> [--signing-secret <secret>] [--api-key <credential>]
formats: ${FORMATS.map(({ id }) => id).join(', ')}
url: as the endpoint card shows it, e.g. https://host/intake/k/<key>/webhook`

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      'signing-secret': { type: 'string' },
      'api-key': { type: 'string' },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const [id = '', url = ''] = positionals
  const format = FORMATS.find((one) => one.id === id)
  if (!format || !URL.canParse(url)) {
    console.error(USAGE)
    return 64
  }
  const options = { format, url, signingSecret: values['signing-secret'], apiKey: values['api-key'] }
  const findings = await new Doctor({ ...options, fetch, now: Date.now }).run()
  for (const { check, outcome, note } of findings) {
    console.log(`${SIGNS[outcome]} ${check}${note === '' ? '' : `: ${note}`}`)
  }
  return findings.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error(USAGE)
  return 64
})
