/** Questions to the box office: an engineer on call, a product manager, a support agent. Sixty-eighth round. */
import { BOXOFFICE_CALLERS_68 } from './boxoffice-callers.ts'
import { BOXOFFICE_NIGHT_68 } from './boxoffice-night.ts'
import { BOXOFFICE_TALKS_68 } from './boxoffice-talks.ts'
import { BOXOFFICE_TRADE_68 } from './boxoffice-trade.ts'

export const BOXOFFICE_68 = [
  ...BOXOFFICE_NIGHT_68,
  ...BOXOFFICE_TRADE_68,
  ...BOXOFFICE_CALLERS_68,
  ...BOXOFFICE_TALKS_68,
]
