/** "Who owns checkout", "who is on call for checkout": which people stand behind a service, which telemetry seldom says. */
import type { Catalogue } from '../grounding/catalogue.ts'

const LEAD = '^(?:(?:so|and|but|ok|hey|please|do you know|tell me|any idea) )*'
const NAME = '(?:the )?([a-z][\\w.-]{1,60})(?: service| app| api| component| team)?'
const OWNS = new RegExp(
  `${LEAD}(?:who|which team|what team|which person|which squad|whose team) (?:is |are |was )?(?:(?:the |currently |now |today |tonight )*(?:owns|own|owner of|owners of|maintains|maintaining|maintainer of|responsible for|in charge of|on[- ]?call for|on[- ]?call on|on duty for|accountable for|develops|looks after|supports|built|wrote|manages|takes care of)) ${NAME}(?: (?:now|today|tonight|currently|here|with us|then))*\\W*$`,
)
const OWNER_OF = new RegExp(
  `${LEAD}(?:(?:what|who) is )?(?:the )?(?:owner|owners|maintainer|maintainers|on[- ]?call|on[- ]?call (?:person|engineer|team)|owning team|responsible team) (?:of|for) ${NAME}\\W*$`,
)
const WHOSE = new RegExp(`${LEAD}whose (?:service|app|component|system|code|thing|baby) is ${NAME}\\W*$`)
const NAME_OWNER = new RegExp(`${LEAD}${NAME} (?:owner|owners|maintainer|on[- ]?call)\\W*$`)
/** Keys that would tell it. */
const OWNER_KEY = /(?:^|[._-])(?:team|owner|squad|on_?call|maintainer|responsible)(?:[._-](?:name|id|team))?$/i

/** The service whose people are asked for, where nothing in the telemetry names any; null of any other question. */
export function ownerAsked(text: string, { services, keys }: Catalogue): string | null {
  const said = [OWNS, OWNER_OF, WHOSE, NAME_OWNER]
    .map((form) => form.exec(text)?.[1])
    .find((name) => name !== undefined)
  if (said === undefined || keys.some(({ key }) => OWNER_KEY.test(key))) return null
  const names = services.map(({ name }) => name.toLowerCase())
  const isKnown = names.includes(said) || names.some((name) => name.split(/[-_./]/).includes(said))
  return isKnown || /^(?:this|it|that)$/.test(said) ? said : null
}
