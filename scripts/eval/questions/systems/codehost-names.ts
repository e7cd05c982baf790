/** Organisations, repositories and where a request of the code hosting platform goes. */

export const ORGS: Readonly<Record<string, string>> = {
  ...{ quarry: 'enterprise', lumen: 'enterprise', tidepool: 'team', bramble: 'team' },
  ...{ kestrel: 'team', nordlys: 'free', oxbow: 'free' },
}

export interface Repo {
  readonly name: string
  readonly org: string
  readonly plan: string
  readonly shard: string
}

const ON_SHARDS: Readonly<Record<string, readonly string[]>> = {
  'fs-04': [
    'quarry/design-kit',
    'lumen/ledger',
    'kestrel/firmware',
    'kestrel/ground-station',
    'nordlys/site',
    'oxbow/cli',
  ],
  'fs-07': [
    'quarry/monolith',
    'quarry/webhooks',
    'lumen/billing-core',
    'lumen/infra',
    'tidepool/search',
    'bramble/shop',
  ],
  'fs-11': [
    'quarry/docs',
    'tidepool/mobile',
    'tidepool/charts',
    'bramble/crm',
    'nordlys/fjord-maps',
    'kestrel/telemetry',
  ],
}

/** A repository that is pushed to more often stands there twice. */
const BUSY = ['quarry/monolith', 'lumen/billing-core', 'tidepool/mobile', 'kestrel/firmware']

export const REPOS: readonly Repo[] = Object.entries(ON_SHARDS).flatMap(([shard, names]) =>
  names.flatMap((name) => {
    const org = name.slice(0, name.indexOf('/'))
    const repo = { name, org, plan: ORGS[org] ?? 'free', shard }
    return BUSY.includes(name) ? [repo, repo] : [repo]
  }),
)

/** Where a request goes, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST', '/git/{repo}/receive-pack', 20],
  ['POST', '/git/{repo}/upload-pack', 42],
  ['GET', '/api/pulls', 52],
  ['POST', '/api/pulls', 57],
  ['POST', '/api/pulls/{id}/reviews', 65],
  ['POST', '/api/pulls/{id}/merge', 73],
  ['GET', '/api/search', 84],
  ['GET', '/packages/{name}', 92],
  ['PUT', '/packages/{name}', 95],
  ['POST', '/api/seats', 97],
  ['POST', '/login', 100],
] as const

export const CLIENTS = ['ci', 'ci', 'laptop', 'laptop', 'laptop', 'bot']
export const ECOSYSTEMS = ['npm', 'npm', 'docker', 'maven', 'pypi']
