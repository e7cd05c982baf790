/** A way of asking, as an expression without regard to case, and the plain way of asking the same. */
export type PlainForm = readonly [said: RegExp, plain: string]

/** What may stand behind a question. */
const END = '(?=[\\s?.!]*$)'
/** Words at the beginning that ask nothing. */
const START = '^(?:(?:so|and|but|ok|okay|please|pls|then|well) )*'

/** `^^` stands for the beginning of a sentence with its small words, `$$` for its end. */
export function form(said: string, plain: string): PlainForm {
  return [
    new RegExp(
      said.replace(/^\^\^/, () => START).replace(/\$\$$/, () => END),
      'gi',
    ),
    plain,
  ]
}

/** A time of day. */
export const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m)?'
/** What stands for a service's name, for services, and for what goes wrong. */
export const SERVICE = '([a-z][\\w.-]{1,60})'
export const SERVICES = '(?:services?|components?|systems?|apps|applications?)'
export const OUTAGE = '(?:problem|issue|incident|outage|trouble|errors?|failures?|mess|disruption)'
