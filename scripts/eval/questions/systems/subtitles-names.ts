/** Names and numbers of the live subtitle service. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'caption-gateway': '3.11.2', 'session-api': '6.2.1', 'audio-ingest': '2.8.0', punctuator: '1.9.4' },
  ...{ 'glossary-api': '5.0.7', 'cue-publisher': '0.24.3', 'editor-desk': '7.15.0', 'archive-writer': '2.3.6' },
  ...{ 'usage-meter': '1.1.8' },
}
export const AUDIO = { 'messaging.system': 'nats', 'messaging.destination.name': 'audio.chunks' }
export const CUES = { 'messaging.system': 'nats', 'messaging.destination.name': 'cues' }
export const OUTPUTS = ['hls', 'hls', 'hls', 'hls', 'web', 'web', 'web', 'sdi', 'sdi', 'ndi']
export const EDITORS = ['mira', 'jonas', 'aylin', 'pavel', 'chiara']
const CLIENTS = ['encoder', 'encoder', 'encoder', 'studio', 'studio', 'browser']

/** Who has sessions: tenant, plan, glossary, languages, and how many sessions of a hundred. */
export const TENANTS = [
  ['nordkanal', 'broadcast', 'gl-2201', ['de', 'de', 'en'], 26],
  ['uni-basel', 'pro', 'gl-2202', ['de', 'fr', 'en'], 43],
  ['parlament-tv', 'broadcast', 'gl-2203', ['de', 'fr', 'it'], 59],
  ['agora-events', 'standard', 'gl-2204', ['en', 'es'], 70],
  ['medtalk', 'pro', 'gl-2205', ['en', 'de'], 80],
  ['kirche-online', 'standard', 'gl-2206', ['de'], 86],
  ['sportlive', 'broadcast', 'gl-2207', ['en', 'es', 'de'], 100],
] as const

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST /v1/sessions/{id}/audio', 'audio-ingest', 44],
  ['GET /v1/sessions/{id}', 'session-api', 54],
  ['POST /v1/sessions', 'session-api', 64],
  ['DELETE /v1/sessions/{id}', 'session-api', 69],
  ['GET /v1/glossaries/{id}', 'glossary-api', 78],
  ['PUT /v1/glossaries/{id}', 'glossary-api', 82],
  ['PATCH /v1/cues/{id}', 'editor-desk', 92],
  ['GET /v1/transcripts/{id}', 'editor-desk', 100],
] as const

export interface Session {
  readonly session: string
  readonly tenant: string
  readonly plan: string
  readonly glossary: string
  readonly language: string
  readonly client: string
}

/** Who asks: a session that runs already. */
export function sessions(
  random: { integer(low: number, high: number): number; pick<T>(items: readonly T[]): T },
  many: number,
): Session[] {
  return Array.from({ length: many }, (_none, index) => {
    const ticket = random.integer(1, 100)
    const [tenant, plan, glossary, languages] = TENANTS.find(([, , , , upTo]) => ticket <= upTo) ?? TENANTS[0]
    const language = random.pick<string>(languages)
    return { session: `ses-${48_107 + 13 * index}`, tenant, plan, glossary, language, client: random.pick(CLIENTS) }
  })
}
