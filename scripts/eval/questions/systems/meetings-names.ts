/** Names and numbers of the video-conference service. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'room-api': '7.2.1', 'seat-billing': '2.9.0', recorder: '5.0.3', 'upload-worker': '1.14.0' },
  ...{ 'media-relay': '9.1.0', transcriber: '4.4.1', 'calendar-sync': '1.3.6' },
}
/** Customers, the large ones several times. */
export const TENANTS = [
  ...['northwind', 'northwind', 'northwind', 'northwind', 'oakfield-school', 'oakfield-school', 'oakfield-school'],
  ...['kestrel', 'kestrel', 'brightside', 'brightside', 'lumen', 'quanta', 'sunport', 'tiger-law', 'ravelin'],
]
export const KINDS = ['meeting', 'meeting', 'meeting', 'meeting', 'webinar', 'classroom', 'classroom', 'interview']
export const PLATFORMS = ['web', 'web', 'web', 'desktop', 'desktop', 'ios', 'android']
export const REGIONS = ['eu-west', 'eu-west', 'eu-west', 'us-east', 'us-east', 'ap-south']
export const RELAYS: Readonly<Record<string, readonly string[]>> = {
  ...{ 'eu-west': ['relay-eu-1', 'relay-eu-1', 'relay-eu-2'], 'us-east': ['relay-us-1'], 'ap-south': ['relay-ap-1'] },
}
export const CODECS = ['vp9', 'vp9', 'vp8', 'h264', 'av1']
export const PLANS = ['team', 'team', 'team', 'business', 'business', 'enterprise']
export const LANGUAGES = ['en', 'en', 'en', 'de', 'de', 'fr', 'es']
export const PROVIDERS = ['google', 'google', 'outlook', 'outlook', 'outlook', 'caldav']
export const NODES = ['rec-a', 'rec-a', 'rec-b']
