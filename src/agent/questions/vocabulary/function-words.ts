/** Words that carry no condition by themselves: grammar, politeness, and generic names of the system as a whole. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a an the of in on at to for from with and or but is are was were be been being am do does did done has have had having
  i me my we us our you your they it its he she this that these those there here their them
  can could will would shall should may might must please pls kindly ok so then than as if else when where while whether
  what which who whom whose how why how's what's who's that's it's there's isn't aren't wasn't doesn't don't didn't hasn't haven't can't
  s t re ve ll d m im ive dont doesnt didnt isnt arent wasnt whats hows wheres
  now currently right just moment also too very much many some any all every everything anything something nothing each both either neither such
  up out off over under into onto about around during between within through via by per
  not no yes yeah yep
  tell know think want need like help let lets let's give got get gets getting go goes going gone come comes came coming
  make makes made see seen saw seeing look looks looked looking say says said
  hey hi hello thanks thank
  seem seems seemed appear appears appeared happen happens happened happening occur occurs occurred occured occurring occurrence occurrences
  exactly actually really quite again ever already yet even still only once
  total overall altogether entire whole complete general generally
  time times period window range
  system systems platform shop site website production prod environment cluster stack infrastructure app application project everyone everybody users' end
  telemetry data information info details detail thing things stuff one ones kind kinds sort type types
  log logs logged logging line lines record records message messages entry entries event events
  service services svc component components server servers team today
  there are we're i'm they're you're
  according based using use used
  return returned returns returning responded respond responds answer answers answered answering serve served serves serving receive received receives receiving
  produce produced produces write wrote written writes emit emitted emits contain contains contained containing
  mention mentions mentioned mentioning saying include includes including have
  caused cause causes causing
  most more least less fewer
  word words text string phrase
  running run runs live active
  quick quickly brief briefly short shortly
  compared same
  sent send sends sending
  people folks customers' guys separately
  complain complains complaining report reports reported reporting
  experience experienced experiencing face facing
  since until till before after ago last past previous recent recently
  number amount
  per`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Nouns that name the whole system, not a part of it. */
export const WHOLE_SYSTEM: ReadonlySet<string> = new Set(
  'shop store site website system platform production prod everything app application backend infrastructure stack cluster product environment company business'.split(
    ' ',
  ),
)
