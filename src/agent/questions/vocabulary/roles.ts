/**
 * What people call those that lines and keys tell apart, by what they are: places, firms, people and goods. A noun that
 * nothing in the data goes by ("which studio") may mean the one key of its kind that the records carry (`tenant`). In
 * singular.
 */
const ROLES: readonly { readonly nouns: RegExp; readonly keys: RegExp }[] = [
  {
    nouns:
      /^(?:place|site|shop|store|branch|location|station|garage|depot|clinic|studio|gym|office|workshop|facility|venue|region|area|hall|yard|restaurant|hotel|school|hospital|pharmacy|warehouse|centre|center|house|outlet|kitchen|campus|building|city|town)$/,
    keys: /^(?:place|site|shop|store|branch|location|station|garage|depot|clinic|studio|gym|office|workshop|facility|venue|region|area|hall|yard|restaurant|hotel|school|hospital|pharmacy|warehouse|centre|center|outlet|campus|building|city|town|sector|zone|lane|lot|berth|aisle|floor|room)$/,
  },
  {
    nouns:
      /^(?:customer|client|company|firm|business|organisation|organization|account|tenant|merchant|partner|brand|chain|operator|shop|store|studio|gym|clinic|hotel|restaurant|school|branch|practice|agency|publisher|seller|vendor)$/,
    keys: /^(?:customer|client|company|firm|organisation|organization|org|account|tenant|merchant|partner|brand|shop|seller|vendor|publisher)$/,
  },
  {
    nouns:
      /^(?:product|item|article|good|drink|snack|dish|meal|title|track|song|class|course|service|model|drug|medicine|variety)$/,
    keys: /^(?:product|item|article|sku|good|drink|dish|meal|title|track|class|course|model|drug|fabric|variety|slot)$/,
  },
  {
    nouns:
      /^(?:who|person|user|member|patient|driver|guest|visitor|student|rider|passenger|customer|client|reader|player)$/,
    keys: /^(?:user|member|patient|driver|guest|visitor|student|rider|passenger|customer|client|reader|player|account)$/,
  },
]

/** Whether a noun may mean what a key of this name tells apart, of the same kind of thing. */
export function isSameRole(noun: string, keyName: string): boolean {
  return ROLES.some(({ nouns, keys }) => nouns.test(noun) && keys.test(keyName))
}

/** Places, by which lines say where: "checked in at kiel". */
export function isPlaceNoun(noun: string): boolean {
  return ROLES[0]?.nouns.test(noun) === true
}

/** Who or what does things, by which lines say by whom: "passed by ravi". */
export function isDoerNoun(noun: string): boolean {
  return /^(?!(?:order|number|letter|paper|water|offer|sector|door|floor|color|error|corner|quarter|layer|folder|buffer|parameter|power|motor|monitor|counter|timer|sensor|tier|after|other|ever|over)$)[a-z]{3,20}(?:er|or|ian|ist)$|^(?:mechanic|nurse|clerk|agent|pilot|guard|cook|chef|courier|robot|staff|colleague)$/.test(
    noun,
  )
}
