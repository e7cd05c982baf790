/**
 * "No, I meant web", "scratch that, since 14:00", "never mind the endpoints, total", "web I mean": a message of a thread
 * that puts the last question right, without the words that say so. What is left is read like any other follow-up.
 */
/** Says by itself that something is put right; the others only before a comma. */
const LEAD =
  /^(?:(?:(?:no+|nope|nah|oh|ah|wait|actually|sorry|well|right|yes|yeah)[,.:;!-]+|(?:o+ps|whoops|hm+|uh+m?|argh|scratch that|forget (?:that|it)|never ?mind(?: that)?|my (?:bad|mistake)|correction|strike that|not that(?: one)?)[,.:;!-]*)\s+){1,4}/i
const MEANT =
  /^(?:(?:no+|oh|sorry|wait|actually|well|but|and) )?(?:i|we) (?:mean|meant|wanted|was asking (?:about|for)|am asking (?:about|for))[,:]? /i
const TAIL = /[, ]+(?:i (?:mean|meant)|(?:was|is) what i (?:mean|meant)|sorry)[\s.!?]*$/i
/** "Not failed, all of them": what was not meant is named first. */
const NOT_THAT =
  /^(?:not (?!counting|including|considering|only|just|even|all|every)|(?:never ?mind|forget(?: about)?|skip|drop|leave) (?=\S))[^,?]{2,40}, (?:but |rather |just )?(?=\S)/i
/** "Make it web"; "make it 45" says a length. */
const MAKE = /^make (?:it|that|this) (?!\d|an? |the |one|two|three|five|ten|twenty|half|more|less|per |by )/i

/** What a message of a thread asks once it is put right; as it was written where it puts nothing right. */
export function withoutCorrection(written: string): string {
  let text = written.trim()
  for (const said of [NOT_THAT, LEAD, MEANT, NOT_THAT, MAKE]) text = text.replace(said, '')
  text = text.replace(TAIL, '')
  return /[\p{L}\p{N}]/u.test(text) ? text : written
}
