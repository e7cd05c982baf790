/** Which environment a deployment goes to, by the arguments of `npm run deploy`. */

export const ENVIRONMENTS = ['staging', 'production'] as const
export type DeployEnvironment = (typeof ENVIRONMENTS)[number]

export type DeployTarget =
  | { readonly ok: true; readonly environment: DeployEnvironment; readonly rest: readonly string[] }
  | { readonly ok: false; readonly message: string }

const HOW = 'Say where to: npm run deploy -- --env staging, or npm run deploy -- --env production.'

/**
 * Without an environment wrangler deploys the top level of wrangler.toml, which is local development: people sign in by
 * choosing who they are, and limits are off. So it is never chosen by leaving something out.
 */
export function targetOf(args: readonly string[]): DeployTarget {
  const named: string[] = []
  const rest: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const [name = '', ...value] = (args[at] ?? '').split('=')
    if (name !== '--env' && name !== '-e') {
      rest.push(args[at] ?? '')
      continue
    }
    named.push(value.length > 0 ? value.join('=') : (args[at + 1] ?? ''))
    if (value.length === 0) at += 1
  }
  const [environment, second] = named
  if (environment === undefined)
    return { ok: false, message: `Nothing was deployed: no environment was named, and the default is local. ${HOW}` }
  if (second !== undefined)
    return { ok: false, message: `Nothing was deployed: --env was given ${named.length} times. ${HOW}` }
  const known = ENVIRONMENTS.find((one) => one === environment)
  if (known === undefined)
    return { ok: false, message: `Nothing was deployed: "${environment}" is not an environment to deploy to. ${HOW}` }
  return { ok: true, environment: known, rest }
}
