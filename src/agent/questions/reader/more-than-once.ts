/** "Did this show up more than once?" is answered by how often it did. */
const CAME =
  '(?:shown up|showed up|show up|appear|appeared|occur|occurred|happen|happened|come up|come|came up|came|pop up|popped up|turn up|turned up|seen|logged|written|reported)'
const OFTEN =
  '(?:more than once|more than (?:one|a single) time|more than \\d{1,3} times|several times|multiple times|repeatedly|only once|just once)'
const AND_HOW =
  '(?:[,?.]? (?:and |or )?(?:(?:if so|if yes),? )?(?:how often|how many times)(?: exactly| in all| in total)?)?'
const MORE_THAN_ONCE = new RegExp(
  `(?<![^\\n])(?:(?:so|and|but|ok|hey) )*(?:did|does|do|has|have|was|were|is) ([^\\n?]{2,160}?) (?:(?:ever|also|already|been) )*${CAME} ${OFTEN}(?: (?:today|so far|now|already))?${AND_HOW}(?=[\\s?.!]{0,20}$)`,
  'i',
)

/** The message with such a question in the plain form. */
export function asHowOften(message: string): string {
  return message.replace(MORE_THAN_ONCE, (_, thing: string) => `how often did ${thing} appear`)
}
