/** Names and numbers of the music streaming service. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'edge-gateway': '3.41.0', 'catalogue-api': '9.4.2', 'playlist-api': '5.17.1', 'reco-engine': '2.30.4' },
  ...{ 'subscription-api': '6.8.0', 'play-recorder': '1.22.5', 'royalty-report': '0.14.3' },
}
/** Whom the tracks belong to, the large labels several times. */
export const LABELS = [
  ...['nordklang', 'nordklang', 'nordklang', 'nordklang', 'blue-door', 'blue-door', 'blue-door', 'fjord-audio'],
  ...['fjord-audio', 'parlour', 'parlour', 'self-released'],
]
const PLANS = ['free', 'free', 'free', 'free', 'premium', 'premium', 'premium', 'family', 'family', 'student']
const PLATFORMS = ['ios', 'ios', 'ios', 'ios', 'android', 'android', 'android', 'web', 'web', 'car']
const COUNTRIES = ['de', 'de', 'de', 'de', 'de', 'se', 'se', 'fr', 'fr', 'pl']
export const PRICES: Readonly<Record<string, number>> = { premium: 10.99, family: 17.99, student: 5.99 }
export const DECLINES = ['card declined', 'card declined', 'insufficient funds', 'card expired']
export const KINDS = ['song', 'song', 'song', 'artist', 'artist', 'album']
export const AGENTS: Readonly<Record<string, string>> = {
  ...{ ios: 'Jukebox/26.4 (iOS)', android: 'Jukebox/26.3 (Android)', web: 'Mozilla/5.0', car: 'JukeboxAuto/4.1' },
}
export const EVENT = { 'messaging.system': 'kafka', 'messaging.destination.name': 'plays' }

/** What listeners ask for, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST /v1/play', 'playback-api', 34],
  ['POST /v1/listens', 'edge-gateway', 54],
  ['GET /v1/search', 'search-api', 66],
  ['GET /v1/home', 'reco-engine', 75],
  ['GET /v1/playlists/{id}', 'playlist-api', 83],
  ['POST /v1/playlists', 'playlist-api', 87],
  ['GET /v1/tracks/{id}', 'catalogue-api', 92],
  ['GET /v1/account', 'subscription-api', 94],
  ['POST /v1/renewals', 'subscription-api', 100],
] as const

export interface Listener {
  readonly user: string
  readonly plan: string
  readonly platform: string
  readonly country: string
}

/** Who listens: each always with the same plan, program and country. */
export function listeners(pick: <T>(items: readonly T[]) => T, many: number): Listener[] {
  return Array.from({ length: many }, (_none, index) => ({
    ...{ user: `U-${20_117 + 31 * index}`, plan: pick(PLANS) },
    ...{ platform: pick(PLATFORMS), country: pick(COUNTRIES) },
  }))
}
