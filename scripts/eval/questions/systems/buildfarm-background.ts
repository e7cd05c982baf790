/** What else goes on at the build farm: developers who look, scripts that mirror, operators who clean up, bots that knock. */
import type { BuildFarm } from './buildfarm.ts'
import { eachArrival, eachTick, NO_TRACE } from './scribe.ts'

const MINUTE_MS = 60_000

/** Where a developer goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/pipelines', 44, 38],
  ['GET', '/pipelines/{id}', 66, 26],
  ['GET', '/jobs/{id}/log', 88, 61],
  ['POST', '/jobs/{id}/retry', 92, 44],
  ['GET', '/usage', 100, 120],
] as const

function visit(farm: BuildFarm, startMs: number): void {
  const { random, scribe } = farm
  const ticket = random.integer(1, 100)
  const [method, route, , medianMs] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
  const client = random.pick(['web', 'web', 'web', 'cli', 'cli', 'vscode'])
  const { org } = farm.repo()
  const user = `u-${random.integer(200, 420)}`
  const path = `/api${route}`.replace(
    '{id}',
    `${route.startsWith('/jobs') ? 'J-48' : 'P-9'}${random.integer(200, 990)}`,
  )
  const attributes = { org, user, client }
  const done = farm.serve('conductor', `${method} ${route}`, startMs + 1, NO_TRACE, attributes, (trace) => {
    if (random.chance(0.05)) {
      scribe.log('conductor', startMs + 3, 'WARN', 'access token has expired', { user, client }, trace)
      return { status: 401, durationMs: 2 }
    }
    const durationMs =
      farm.sql(startMs + 2, trace, 'select jobs', medianMs * 0.6) + random.logNormal(medianMs * 0.4, 0.3)
    if (method === 'POST') scribe.log('conductor', startMs + durationMs, 'INFO', 'retry asked for', { user }, trace)
    return { status: method === 'POST' ? 202 : 200, durationMs }
  })
  farm.pass(startMs, `${method} ${path}`, done.status, done.durationMs + 1, `kiln-${client}/3.1`, 'conductor:9000')
}

function download(farm: BuildFarm, startMs: number): void {
  const { random, scribe } = farm
  const { org, volume } = farm.repo()
  const attributes = { org, volume }
  const artifact = `A-${random.integer(70_000, 79_999)}`
  const done = farm.serve('artifact-store', 'GET /artifacts/{id}', startMs + 1, NO_TRACE, attributes, (trace) => {
    const isGone = random.chance(0.06)
    const durationMs = isGone ? 4 : random.logNormal(210, 0.6)
    const fields = { artifact, volume }
    scribe.log(
      'artifact-store',
      startMs + durationMs,
      'INFO',
      isGone ? 'artifact has expired' : 'artifact sent',
      fields,
      trace,
    )
    return { status: isGone ? 410 : 200, durationMs }
  })
  farm.pass(
    startMs,
    `GET /artifacts/${artifact}`,
    done.status,
    done.durationMs + 1,
    'kiln-web/3.1',
    'artifact-store:7400',
  )
}

/** What fills the volume, and what empties it. */
function fill({ random, scribe, startMs, onsetMs, recoveryMs }: BuildFarm): void {
  eachTick({ fromMs: startMs + 3 * MINUTE_MS, toMs: onsetMs, everyMs: 4 * MINUTE_MS }, random, (timeMs) => {
    const fields = { org: 'quarry', volume: 'vol-2', files: random.integer(90_000, 160_000) }
    scribe.log('artifact-store', timeMs, 'INFO', 'report unpacked into single files', fields)
  })
  for (const [minutes, percent] of [
    [11, 7],
    [6, 4],
    [2, 1],
  ] as const)
    scribe.log('artifact-store', onsetMs - minutes * MINUTE_MS, 'WARN', `inodes of vol-2 are low: ${percent}% free`, {
      volume: 'vol-2',
    })
  const purge = { volume: 'vol-2', by: 'ops' }
  scribe.log('artifact-store', recoveryMs - 3 * MINUTE_MS, 'INFO', 'purge of unpacked reports begun', purge)
  const done = { volume: 'vol-2', files: 1_914_202, inodes_free: '58%' }
  scribe.log('artifact-store', recoveryMs, 'INFO', 'purge of unpacked reports ended', done)
}

function mirror({ random, scribe, startMs, silenceMs }: BuildFarm): void {
  eachTick({ fromMs: startMs + 9000, toMs: silenceMs, everyMs: 12_000 }, random, (timeMs) => {
    const source = random.pick(['npm', 'npm', 'pypi', 'crates', 'maven', 'docker hub'])
    const ticket = random.integer(1, 100)
    if (ticket <= 5) scribe.log('mirrord', timeMs, 'WARN', `${source}: checksum differs, old package kept`)
    else if (ticket <= 30) scribe.log('mirrord', timeMs, 'INFO', `${source}: nothing new`)
    else scribe.log('mirrord', timeMs, 'INFO', `${source}: ${random.integer(1, 60)} packages mirrored`)
  })
}

export function sendBackground(farm: BuildFarm): void {
  const { random, scribe, startMs, endMs, releaseMs, restartMs } = farm
  const range = { fromMs: startMs, toMs: endMs - 2000 }
  eachArrival({ ...range, meanMs: 3100 }, random, (timeMs) => visit(farm, timeMs))
  eachArrival({ ...range, meanMs: 11_000 }, random, (timeMs) => download(farm, timeMs))
  eachTick({ fromMs: startMs + 2000, toMs: endMs, everyMs: 15_000 }, random, (timeMs) =>
    farm.pass(timeMs, 'GET /healthz', 200, 1, 'uptime-probe/2', '-'),
  )
  eachArrival({ ...range, meanMs: 95_000 }, random, (timeMs) => {
    const path = random.pick(['/wp-login.php', '/.env', '/jenkins/login', '/.git/config'])
    farm.pass(timeMs, `GET ${path}`, 404, 1, 'Mozilla/5.0 zgrab/0.x', '-')
  })
  eachTick({ fromMs: startMs + 50_000, toMs: endMs, everyMs: 5 * MINUTE_MS }, random, (timeMs) =>
    scribe.log('meterd', timeMs, 'INFO', 'rollup_written', { orgs: 6, rows: random.integer(70, 140) }),
  )
  eachTick({ fromMs: startMs + 20_000, toMs: endMs, everyMs: 2 * MINUTE_MS }, random, (timeMs) =>
    scribe.log('cachebox', timeMs, 'INFO', 'evicted', { entries: random.integer(3, 70), mb: random.integer(90, 4100) }),
  )
  scribe.log('checks-out', releaseMs, 'INFO', 'checks-out 2.15.0 started', { build: '2.15.0' })
  scribe.log('cachebox', restartMs - 4000, 'INFO', 'shutdown', { signal: 'SIGTERM', reason: 'restarted by hand' })
  scribe.log('cachebox', restartMs, 'INFO', 'listening', { addr: ':7300', version: '1.9.6' })
  fill(farm)
  mirror(farm)
}
