/** Ways of asking what there is in a project, of versions and of orders. Part of `asking-forms.ts`. */
import { form, type PlainForm, SERVICE, SERVICES } from './plain-form.ts'

/** What there is, and what would be changed. */
export const PROJECT: readonly PlainForm[] = [
  // "Which service writes the most errors": the verb says what logging is.
  form(
    `^^(which|what) (${SERVICES}) (?:writes?|wrote|logs?|logged|emits?|emitted|prints?|printed|throws?|threw|outputs?|generates?|generated|produces?|produced) (?:the )?(most|fewest|least) (?=(?:errors?|warnings?|exceptions?|log )(?:lines|logs|records|messages)?\\b)`,
    '$1 $2 has the $3 ',
  ),
  // "How many writes and how many queries were refused": both were.
  form(
    '^^how many ([a-z-]{2,30}(?: [a-z-]{2,30})?) and how many ([a-z-]{2,30}(?: [a-z-]{2,30})?) (were|have been|got) ([a-z]{2,28}ed|sent|lost|sold|paid|made|built|kept|taken)\\b',
    'how many $1 $3 $4 and how many $2 $3 $4',
  ),
  form(
    `^^((?:which|what) (?:${SERVICES}) do we have) in (?:the |our )(?:[a-z-]{2,20} ){0,3}(?:system|platform|project|setup|environment|stack|landscape)$$`,
    '$1',
  ),
  form(
    '^^(?:at )?(?:what time|when) (?:went|did) (?:version |release )?(v?\\d+(?:\\.\\d+)+) (?:go )?live$$',
    'when was $1 deployed',
  ),
  form(
    `^^(?:please )?name (?:me )?(?:all )?(?:of )?(?:the |our |your )?(${SERVICES})(?: (?:that )?(?:you|we) (?:know|have|see)(?: of)?)?$$`,
    'which $1 do we have',
  ),
  form('\\b(?:we|you|they) took in\\b', 'that came in'),
  form('\\ba single (?=errors?|warnings?|failures?|exceptions?|requests?|50\\d|5xx)', 'any '),
  form(
    '\\b(restarted|redeployed|rolled back|rebooted) to (?:fix|solve|repair|resolve|mend) (?:it|this|that|the [a-z]{3,20})\\b',
    '$1',
  ),
  form(
    `^^(?:was|is|has) there (?:been )?(?:a |any )?new (?:version|release|deployment) of ${SERVICE}\\b`,
    'was $1 deployed',
  ),
  form(
    `^^(?:was|is|has) there (?:been )?(?:a |any )?new ${SERVICE} (?:version|release|deployment)\\b`,
    'was $1 deployed',
  ),
  form(
    '^^(?:the )?((?:http |status |response |return )*codes?) (?:breakdown|distribution|split|statistics) (?:for|of|on|in|at) ',
    'status codes of ',
  ),
  form(
    '^^(?:a |the )?(?:breakdown|distribution|split) of (?:the )?(?:http |status |response |return )*codes? (?:for|of|on|in|at) ',
    'status codes of ',
  ),
  form(
    "^^(?:what(?: is|'s) (?:the |our )?)?favou?rite ([a-z]{3,30})(?: of (?:our |the )?[a-z]{3,30}s?)?$$",
    'most used $1',
  ),
  form('^^how deep is (?:the )?(.{2,60}?)(?: queue)?((?: right)? now| at the moment)?$$', 'queue depth of $1$2'),
  form(
    `^^(?:what|which)(?: version)? (?:did|does|has|was|is) (?:the )?${SERVICE} (?:run|running|have|use|using|on|at)(?: (?:before|prior to|until) (?:version )?v?\\d[\\w.]{1,20})$$`,
    'which versions of $1',
  ),
  form(
    `^^(?:did|has) (?:the )?${SERVICE} (?:get|got|gotten|have|receive[d]?) a new (?:version|release|deployment)(?: today| tonight| yesterday)?,? or (?:is|was) it (?:still )?(?:on |at )?(?:version )?v?\\d[\\w.]{1,20}$$`,
    'which versions of $1',
  ),
  form(
    '^^(?:can|could) (?:someone|anyone|anybody|you)(?: please)? explain (?:to )?(?:me |us )?(?=(?:what|why|how) (?!.{2,60} (?:stands for|means)\\b))',
    '',
  ),
  form(
    '^^(?:can|could) (?:someone|anyone|anybody|you)(?: please)? explain (?:to )?(?:me |us )?what (\\S{2,60}) (?:stands for|means)\\b.{0,30}$',
    'what does $1 mean',
  ),
  form(
    '^^(?:can|could) (?:someone|anyone|anybody|you)(?: please)? explain (?:to )?(?:me |us )?(?=["\ue000])',
    'what does this mean: ',
  ),
  form('^^what(?: is|\'s) the (?:origin|source) of (["\ue000][^?]{1,200}["\ue001])$$', 'where does $1 come from'),
  // "Services directly behind web", "who is directly in front of web".
  form(
    `^^(?:(?:list|show|show me|give me) )?(?:(?:which|what|the|all|our) )*(?:${SERVICES}|who|what)(?: (?:is|are|sits?|stands?|lies?|runs?|comes?|that are|which are))? (?:directly|immediately|right|straight|just) (?:behind|below|beneath|downstream of) (?:the )?${SERVICE}$$`,
    'what does $1 call',
  ),
  form(
    `^^(?:(?:which|what) )?${SERVICES} (?:is|are|gets?) (?:directly |immediately )?called (?:directly |immediately )?by (?:the )?${SERVICE}(?: directly)?$$`,
    'what does $1 call',
  ),
  form(
    `^^(?:(?:list|show|show me|give me) )?(?:(?:which|what|the|all|our) )*(?:${SERVICES}|who|what)(?: (?:is|are|sits?|stands?|lies?|runs?|comes?|that are|which are))? (?:directly|immediately|right|straight|just) (?:in front of|before|above|upstream of) (?:the )?${SERVICE}$$`,
    'who calls $1',
  ),
  // "What kinds of orders does web handle": the kinds there are.
  form(
    `^^(what|which) (kinds|types|sorts) of ([a-z][a-z -]{2,30}?) (?:does|do|did|can) (?:(?:the )?${SERVICE}|we|it|they) (?:handle|have|process|get|see|know|support|take|serve|write|receive|deal with)$$`,
    '$1 $2 of $3 are there',
  ),
  // "Id of the last order that was placed": the record says it.
  form(
    "^^(?:(?:what|which)(?: is|'s| was)? )?(?:the )?(?:id|identifier|number|reference|ref|code) of (?:the |our )?(?:very )?(last|latest|newest|first|most recent|earliest) (?=[a-z]{3,30} )",
    'when was the $1 ',
  ),
  form(`^^has there been (?:a |any )(restart|crash) of (?:the )?${SERVICE}$$`, 'did $2 $1'),
  form(
    `^^(?:(?:at )?what time|when) (?:was|is) (?:the )?${SERVICE} (?:up|back|online|running|available)(?: and running)?(?: again)?$$`,
    'when did $1 come back up',
  ),
  form(`^^(?:has|was|is) (?:the )?${SERVICE} (?:been )?(?:restarted|rebooted)\\b`, 'did $1 restart'),
  form(
    '\\b(?:what|which) ([a-z]{3,30}) types? (?:are we seeing|do we see|had|has|have|saw|see|get|got) (?:the )?(?:failures|errors)$$',
    'which type of $1 fails',
  ),
  form(
    '^for (?:what|which) ([a-z]{3,30}) types? are we seeing (?:the )?(?:failures|errors)$$',
    'which kind of $1 fails',
  ),
  form(
    `^^show me (?:the |all )*(errors|warnings) (?:logged|written|produced) by (?:the )?${SERVICE}$$`,
    'what $1 did $2 write',
  ),
  form('\\b(?:turns?|shows?|comes?|crops?|pops?) up\\b$$', 'occur'),
  form('\\b(came|come|comes|coming) back (?=with |as )', '$1 '),
  form(
    "^^(?:can i (?:get|have|see)|could i (?:get|have|see)|i need|give me|get me|show me|may i have)? ?(?:a |the )?(?:full |complete )?list of (?:all )?(?:the |our )?(services|components|hosts|nodes|pods|servers|regions)(?: (?:that )?(?:we|you) (?:have|run|use|are running on|'re running on|run on)| (?:which|that) are visible.{0,20})?$$",
    'which $1 do we have',
  ),
  form(
    `^^(?:give me |show me |list )?(?:the )?names? of (?:the |all )*metrics (?:that |which )?(?:come from |${SERVICE} (?:reports|sends|has|emits)|of )(\\S{2,60})?$$`,
    'which metrics does $1$2 send',
  ),
  form(
    `^^(?:i need to know )?(?:which|what) (?:endpoints|routes) (?:exist|are there) (?:on|in|at|of) (?:the )?${SERVICE}$$`,
    'endpoints of $1',
  ),
  form(
    `^^(?:show me |give me )?(?:the )?(?:newest|latest|last|most recent) (?:log )?(?:line|message|entry) (?:that |which )?${SERVICE} (?:wrote|logged|sent|printed)$$`,
    'last log line of $1',
  ),
  form(
    `^^(?:can you |could you |would you )*(?:please )?(?:give|get) (?:the )?${SERVICE}((?: on \\S{2,40})?) (?:a |another )(?:quick )?(restart|reboot|bounce|kick)(?: please| pls)?[\\s?.!]*$`,
    'restart $1$2',
  ),
  form(
    `^^(?:the )?${SERVICE}(?: on \\S{2,40})? needs (?:a |to be )(?:restart(?:ed)?|reboot(?:ed)?)\\b.{0,40}[\\s?.!]*$`,
    'restart $1',
  ),
  form(
    `^^do (?:a |the )?(restart|rollback|redeploy|reboot) (?:of |for )?(?:the )?${SERVICE}(?: for me| now)*[\\s?.!]*$`,
    '$1 $2',
  ),
  form(
    `^^(?:the )?${SERVICE} (?:must|has to|should|needs to) go back to (?:version )?(v?\\d[\\w.]{0,20})\\b.{0,40}[\\s?.!]*$`,
    'roll back $1 to $2',
  ),
  form(
    `^^(?:can you |could you |would you )*(?:please )?(?:put|set|take|bring) (?:the )?${SERVICE} back (?:to|on) (?:version )?(v?\\d[\\w.]{0,20})(?: please| pls)?[\\s?.!]*$`,
    'roll back $1 to $2',
  ),
  form(
    `^^(?:did|does|has) (?:the |our )?${SERVICE} (?:ever )?(?:return|answer(?: with)?|give|send|throw|returned|answered(?: with)?|given|sent|thrown) (?:any |a |some )?([1-5](?:\\d\\d|xx))s?(?: (?:at all|at any time|ever))$$`,
    'any $2 on $1',
  ),
]
