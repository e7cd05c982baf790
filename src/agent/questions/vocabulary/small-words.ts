/**
 * Words that say how somebody asks, not what about: manner, degree, mood, what people do with answers. Unlike grammar
 * (function-words.ts) they may be part of what a line says; where they are not, they restrict nothing.
 */
import { CHATTER } from './chatter.ts'
import { FUNCTION_WORDS } from './function-words.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))

const ASKING = set(`
  far long along forth ahead apart aside together alone elsewhere everywhere somewhere anywhere nowhere whatever
  whichever whenever wherever however whoever otherwise instead rather though although despite anyway anyhow besides
  because hence therefore thus since whereas unless among amongst amid upon toward towards onto roughly
  approximately approx circa ca nearly almost barely hardly merely simply basically essentially literally honestly
  frankly seriously apparently allegedly supposedly presumably probably possibly perhaps maybe likely surely
  definitely certainly obviously clearly evidently indeed truly precisely specifically particularly especially
  mainly largely partly fully entirely completely totally absolutely utterly briefly shortly soon immediately
  instantly suddenly gradually recently lately earlier later formerly initially originally eventually finally
  ultimately meanwhile currently presently constantly continuously permanently repeatedly regularly often frequently
  sometimes occasionally rarely seldom always usually normally generally typically overall altogether respectively
  accordingly additionally furthermore moreover also too either both entire complete exact precise actual actually
  real true correct accurate rough approximate estimated underlying recent certain particular specific respective
  relevant related involved concerned concerning regarding considering including corresponding following plenty
  couple bunch handful lots lot bit little damn hell heck bloody freaking crazy insane ridiculous brief detailed
  concise shift bed coffee pager page paged call woke woken wake awake boss manager ceo cto team colleague
  colleagues mate mates buddy friend dude man guys folks everyone everybody anyone anybody someone somebody question
  questions answer answers  ask asked asking asks wonder wondering curious interested interest hear heard tell
  told telling say says said saying explain mean means understand know knows known knew think thinks thought believe
  guess suppose assume suspect feel feels felt seem seems sound sounds look looks looking check checking checked
  verify confirm make sure see seen show shown find found figure work works worked working try tried trying help
  helps helped need needs needed want wants wanted wish hate matter matters use uses used using keep keeps kept stay
  stays stayed remain remains remained become becomes became turned get gets got getting gotten give gives gave take
  takes taken took taking put puts bring brings brought let lets leave leaves left come comes came go goes went gone
  going happen happens happened happening occur occurs occurred occured appear appears appeared arise arises arose exist
  exists existed face faces facing faced experience experiences experienced experiencing encounter encountered
  encountering suffer suffers suffering suffered cause causes caused causing result results resulted resulting do
  does did done doing have has had having be been being is are was were emit emitted emits emitting write wrote
  written writes writing report reports reported reporting complain complains complained complaining note noted
  notice noticed observe observed observing measure measured measuring monitor monitored track tracked tracking
  reply replied replies answered coming throw throws threw thrown throwing spit spits spat count counts counted
  counting equal equals figures value values quantity unit units digits decimal rounded round minute minutes seconds
  hour hours day days ms millisecond milliseconds sec secs min mins percent percentage kb mb gb tb kib mib gib byte
  bytes megabyte megabytes gigabyte gigabytes kilobyte kilobytes time times moment moments point points period
  periods window windows span range interval intervals duration timestamp timestamps date dates clock part portion
  side sides place places area areas spot step steps kind kinds sort sorts way ways thing things stuff something
  anything everything nothing case cases instance example examples fact facts detail details info information data
  evidence picture overview summary chart sentence word words situation circumstances story deal mess alarm alarms
  dashboard graph graphs grafana please thanks thank sorry hi hello hey yo ok okay yeah well hmm hm uh um er ah oh
  so now then right alright plz cheers regards greetings again once twice enough our ours my mine your yours his her
  their theirs its us we i me you he she they them it this that these those ever yet still already just only even
  quite very really pretty such somewhat fairly according due per via versus vs about across through throughout
  within beside beneath between while during there here hereby herewith thereof history atm rn thereafter sake hand
  hands eye eyes glance involve involves contain contains contained containing carry carries carried mention
  mentions mentioned mentioning include includes included i'd i'm exactly kindly visible apiece gentle gently
  reminder own stand stands standing act acts acting behave behaves behaving behaved ongoing ballpark estimate
  assuming anymore hereafter sleep
  ids separately analysis serious seriously safe safely immediate immediately attempt attempts percentile percentiles sre senior
  junior expert engineer engineers remediation major minor sentence normally works fault itself advise kindly six
  tabular totals numbers spreadsheet csv split splits splitting
  grouped sorted worst-first descending ascending wc pipe urgent urgently needful respond plainly exactly speak
  sentence sentences bullet bullets incl excl etc ie eg aka namely broke breakdown thing mate brilliant cheers ty
  i.e e.g viz than called told mention chat slack ended ends end ending ran run runs running into
  wound wind landed land concern concerns pertain pertains pertaining belong belongs belonging relate relates holds
  lie lies lying sit sits sitting stem stems stemming originate originates originated originating begin
  begins began begun beginning continue continues continued continuing proceed proceeds
  proceeded happen tend tends tended manage manages managed managing bother bothers bothered decide decides decided
  realize realise realized realised remember remembers forget forgot recall recalls discuss discussed discussing
  mentioned talk talks talked talking speak speaks spoke spoken hint hints pull pulls pulled pulling fetch list lists
  listing print prints printed printing output outputs display displays displayed provide provides provided providing
  supply supplies supplied offer offers offered return state states stated stating summarize summarise
  summarized summarised summary describe describes described describing outline clarify clarifies elaborate compute
  computed calculate calculates calculated calculating add adds sum sums compare compares compared comparing contrast
  rank ranks ranked ranking sort sorting arrange arranged group groups grouping bucket bucketed
  parent parents colleague somebody's someone's
  anyone's everyone's whose guest presenter director lead leads stakeholder stakeholders management executive
  leadership spent spend spends spending customer-facing client-facing hurry rush rushed asap eod postmortem post-mortem retro retrospective
  standup stand-up handover hand-over shift-change incident-report statuspage status-page announcement bulletin mailing
  e-mail newsletter memo slide slides deck presentation spreadsheet sheet column columns row rows cell cells
  bulleted numbered notes noting footnote paragraph paragraphs figure-wise wise respectively-speaking wording
  phrase phrased phrasing context background hint clue clues idea ideas guess guesses hunch hunches gut feeling
  impression impressions opinion opinions view views viewpoint perspective angle angles stance
`)

export const SMALL_WORDS: ReadonlySet<string> = new Set([...ASKING, ...CHATTER])

/** What services do with requests: of requests these say nothing else. */
export const REQUEST_VERBS: ReadonlySet<string> = set(
  `handle handles handled handling process processes processed processing serve serves served serving receive receives
  received receiving accept accepts accepted accepting take takes took taken get gets got field fielded see sees saw
  answer answers answered answering pass passed passing route routed routing proxy proxied forward forwarded reach reached
  reaching hit hitting visited viewed opened requested called invoked used arrive arrived arriving come came coming go goes went going run ran make made making do did consume consumes consumed consuming`,
)

/** Whether a word is about something: neither grammar nor how somebody asks. */
export function isContentWord(text: string): boolean {
  return !FUNCTION_WORDS.has(text) && !SMALL_WORDS.has(text)
}
