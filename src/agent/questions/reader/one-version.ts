/** "Are all web pods on 4.2.0?", "do all instances of web run the same version?": whether a service runs one version alone. */

export interface OneVersionAsked {
  /** As the question says it: a service. */
  readonly service: string
  /** Null where any will do, as long as it is one. */
  readonly version: string | null
}

const LEAD = '^(?:(?:so|and|but|ok|hey|please) )*'
const BE = '(?:are|is|do|does|did|have|has)'
const NAME = '(?<service>[a-z][\\w.-]{1,60})'
const COPIES = '(?:instances?|pods?|replicas?|containers?|nodes?|hosts?|machines?|servers?|copies|workers?)'
const ADVERBS = '(?: (?:already|now|all|still|meanwhile|really|finally|by now|currently|both))*'
const RUN =
  '(?:(?:running |run |runs |be |been )?(?:on|at)|runn?ing|runs?|using|uses?|upgraded to|updated to|moved to|switched to|deployed with)'
const VERSION =
  '(?:(?:the )?(?:version|release|build) )?(?:(?<version>v?\\d+\\.\\d[\\w.-]{0,20})|(?:the same|one|a single|one and the same) (?:version|release|build))'
const TAIL = '(?: (?:by now|now|yet|already|at the moment|right now|currently|today))*\\W*$'
const FORMS = [
  `${LEAD}${BE}${ADVERBS} (?:all|every|each|both)(?: of)?(?: the| our)? ${NAME}(?: ${COPIES})?${ADVERBS} ${RUN} ${VERSION}${TAIL}`,
  `${LEAD}${BE}(?: the| our)? ${NAME} ${COPIES}${ADVERBS} ${RUN} ${VERSION}${TAIL}`,
  `${LEAD}${BE}${ADVERBS} (?:all|every|each|both)(?: of)?(?: the| our)? ${COPIES} of (?:the )?${NAME}${ADVERBS} ${RUN} ${VERSION}${TAIL}`,
].map((form) => new RegExp(form))

/** What is asked about; null of any other question. */
export function oneVersionAsked(text: string): OneVersionAsked | null {
  if (text.length > 160) return null
  const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  const service = found?.['service']
  return service === undefined ? null : { service, version: found?.['version']?.replace(/^v(?=\d)/, '') ?? null }
}
