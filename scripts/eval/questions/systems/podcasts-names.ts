/** Who and what there is at the podcast platform: services, versions, shows and the hosts of their audio, apps. */
import { bunyanJson, goLogLine, nginxLine, pythonColonLine, zerologJson } from './podcasts-formats.ts'

export const MINUTE_MS = 60_000

export const FORMATS = {
  'web-edge': nginxLine,
  'listen-api': bunyanJson,
  'studio-api': bunyanJson,
  catalog: goLogLine,
  'media-locator': zerologJson,
  feedgen: zerologJson,
  'play-counter': pythonColonLine,
  transcoder: pythonColonLine,
  adstitch: goLogLine,
  'feed-poller': pythonColonLine,
}
export const SERVICES = Object.keys(FORMATS)
/** Their fields travel as attributes; the others write everything into the line. */
export const WITH_FIELDS = ['listen-api', 'studio-api', 'media-locator', 'feedgen']

export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'web-edge': '1.27.3', 'studio-api': '2.18.0', catalog: '3.4.1', 'media-locator': '0.31.2', feedgen: '1.9.6' },
  ...{ 'play-counter': '0.18.3', transcoder: '4.2.0', adstitch: '2.5.7', 'feed-poller': '0.7.1' },
}

export const NORTH = 'audio-north.podcdn.net'
export const SOUTH = 'audio-south.podcdn.net'
/** Shows by how often they are heard, and where their audio is. */
const SHOWS: readonly (readonly [slug: string, host: string, weight: number])[] = [
  ['the-daily-crash', NORTH, 7],
  ['morning-brief', SOUTH, 5],
  ['kernel-panic', NORTH, 4],
  ['slow-burn-radio', SOUTH, 3],
  ['nordic-noir', NORTH, 3],
  ['error-culture', NORTH, 2],
  ['history-bites', SOUTH, 2],
  ['silent-reading', NORTH, 1],
]
export const SHOW_TICKETS = SHOWS.flatMap(([slug, host, weight]) => new Array(weight).fill([slug, host] as const))
export const APPS = ['ios', 'ios', 'ios', 'android', 'android', 'web', 'carplay']
export const COUNTRIES = ['de', 'de', 'de', 'se', 'se', 'us', 'br']
/** Programs that fetch feeds and files. */
export const AGENTS = ['AppleCoreMedia/1.0', 'Overcast/3.0', 'PocketCasts/7.61', 'Spotify/8.9', 'python-requests/2.31']

/** Where a request goes, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST', '/v1/plays', 28],
  ['GET', '/media/{episode}.mp3', 45],
  ['GET', '/feeds/{show}.xml', 64],
  ['GET', '/v1/home', 78],
  ['GET', '/v1/search', 90],
  ['POST', '/v1/follows', 96],
  ['POST', '/studio/episodes', 100],
] as const

export const LOOP = `HEAD https://${NORTH}: stopped after 10 redirects`
