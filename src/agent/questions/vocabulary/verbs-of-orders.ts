/** Verbs of other trades that change something where they stand as an order ("dim the lamps", "renew the licence"). */
export const TRADE_VERBS: ReadonlySet<string> = new Set(
  `switch swap take put bring hand pull push open lock shut seal sign print ship deliver dispatch transfer pay charge
  bill credit debit settle post publish broadcast air upload import export sync synchronise synchronize assign allocate
  register enrol enroll admit discharge accept reject decline deny confirm verify validate void sell list delist book
  reserve order buy rent hire fire call phone email mail text ping message contact inform warn remind wake escalate
  dim light heat cool warm feed water irrigate pump fill empty load unload pack unpack sort tag label weigh tow park
  lift raise drop arm disarm evacuate route reroute divert detour redirect forward hold release free seize freeze
  unfreeze thaw lend return recall trade hedge liquidate close reprice mark flag unflag hide show unhide pin unpin
  follow unfollow friend unfriend match unmatch boost promote downgrade upgrade calibrate tune adjust align swap
  replace repair service inspect test simulate trigger invoke kick start launch begin abort halt interrupt skip retry
  fetch pull merge rebase commit tag branch roll ramp scale shrink resize double halve cap limit throttle allow forbid
  permit authorise authorize encrypt decrypt sign unlock wipe format partition vacuum compact defragment prune evict
  garbage warm prewarm preload cache invalidate expire extend shorten prolong postpone delay advance reschedule shift
  swap correct amend adjust change convert translate transcode encode decode render crop rotate scan ban unban kick
  mute unmute vaccinate medicate prescribe treat operate admit triage grade score award enter delete clone copy
  duplicate split join attach detach plug unplug connect disconnect pair unpair bind unbind link unlink subscribe
  unsubscribe send give grant make let set keep leave add put store save dump drain boot power shutdown`
    .split(/\s+/)
    .filter((verb) => verb !== ''),
)

/** Verbs and other words at the beginning of a question or of its continuation: what they want is an answer. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  `show list give tell count number explain compare find check look describe summarise summarize analyse analyze plot
  graph chart draw display print output get fetch search query investigate diagnose identify determine name rank sort
  order group split break cut slice filter limit restrict narrow widen keep drop leave skip ignore exclude include add
  remove take use make go try see say report write read calculate compute estimate sum average total measure help let
  assume consider think guess suppose know want need like mean wonder remember confirm verify prove detail elaborate
  repeat redo rephrase correct answer share outline recap dump return pull bring put set change switch move do have be
  is are was were am does did has had can could will would shall should may might must what which who whom whose when
  where why how whether if while as since after before during until till between within in on at of for from to with
  without about by per via than then and or but so because except excluding including besides despite across over under
  into onto behind beside both half all only just even still also not no any some every each most more less few fewer
  many much out up down off like unlike versus vs plus minus around near against among got saw heard lost found ran
  took made went came said kept left felt told thought knew fell rose broke began woke met hit sent gave is it there
  here this that these those the a an my our your we you they i he she hi hey hello ok thanks sorry yes yeah nope well
  same other another whole entire first last next worst best top bottom max min mean median latency traffic load share
  status health state time end start cause reason trend rate course maybe perhaps quite such please whats thats its
  im ive case`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
