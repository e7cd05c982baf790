/** Questions that need no telemetry: greetings, thanks, orders this service does not take, things it knows nothing of. */

/** Verbs that would change something, where they stand as an order. */
export const CHANGING = [
  'delete',
  'remove',
  'erase',
  'purge',
  'drop',
  'truncate',
  'wipe',
  'clear',
  'restart',
  'reboot',
  'stop',
  'kill',
  'shutdown',
  'shut',
  'scale',
  'roll',
  'rollback',
  'revert',
  'deploy',
  'redeploy',
  'start',
  'disable',
  'enable',
  'create',
  'update',
  'modify',
  'change',
  'set',
  'silence',
  'refund',
  'reimburse',
  'cancel',
  'approve',
  'reassign',
  'unblock',
  'reship',
  'mute',
  'acknowledge',
  'ack',
  'resolve',
  'close',
  'page',
  'notify',
  'send',
  'execute',
  'run',
  'apply',
  'patch',
  'block',
  'ban',
  'terminate',
  'drain',
  'pause',
  'resume',
  'rename',
  'edit',
  'fix',
  'turn',
  'add',
  'cancel',
  'configure',
  'provision',
  'failover',
  'bounce',
  'archive',
  'replay',
  'invite',
  'grant',
  'revoke',
  'rotate',
  'replace',
  'reload',
  'flush',
  'reset',
  'move',
  'migrate',
  'install',
  'upgrade',
  'grow',
  'expand',
  'free',
  'raise',
  'increase',
  'decrease',
  'lower',
  'bump',
  'renew',
  'whitelist',
  'blacklist',
  'extend',
  'cordon',
  'evict',
  'unblock',
  'throttle',
  'clean',
  'delist',
  'requeue',
  'reprocess',
  'resend',
  'redrive',
  'redeliver',
  'republish',
  'resubmit',
  'retrigger',
  'rerun',
  'reindex',
  'reschedule',
  'undeploy',
  'uninstall',
  'unpublish',
  'suspend',
  'quarantine',
  'promote',
  'demote',
  'restore',
  'recreate',
  'reissue',
  'rebuild',
  'reactivate',
] as const

export const REVEALING =
  /\b(?:system prompt|your (?:prompt|instructions|rules|secrets?|configuration)|initial instructions|hidden instructions|api[- ]?keys?|passwords?|credentials|secret keys?|access tokens?|private keys?|bearer tokens?|environment variables|ignore (?:all |any |your |the |previous |prior |above )+(?:instructions|rules|prompts?)|disregard (?:all |any |your |the |previous )+(?:instructions|rules))\b/

export const GREETING =
  /^\W*(?:hi|hello|hey|yo|howdy|greetings|hallo|moin|servus|hola|bonjour|salut|ciao|olá|hej|(?:good )?(?:morning|afternoon|evening)|good day)\W*(?:there|you|agent|assistant|bot|all|team)?\W*$/

export const HELP =
  /^\W*(?:help|\?+)\W*(?:me|please)?\W*$|\bwhat (?:can|do|could) (?:you|this)\b.{0,20}\b(?:do|ask|help|answer|know)\b|\bwhat can i (?:ask|do here)\b|\bhow (?:do|can|should) (?:i|you|we)\b.{0,12}\b(?:use (?:you|this|it)|ask you|get help)\b|\bwho are you\b|\bwhat are you\b|\bhelp me (?:get started|understand what you)|\byour (?:capabilities|features|commands)\b|\bhow do you work\b/

export const THANKS =
  /^\W*(?:(?:ok(?:ay)?|great|perfect|cool|nice|good|awesome|excellent|wow|super|well done|good job|great job|brilliant|amazing|got it|understood|i see|makes sense|alright|fine)[\s,!.]*)*(?:(?:many )?thanks?(?: you)?(?: (?:so|very) much| a (?:lot|bunch|million))?|thx|ty|cheers|bye|goodbye|good night|see you|much appreciated|appreciate it)?[\s,!.]*(?:you(?: are)? (?:great|awesome|the best|amazing|good|helpful|a star|a lifesaver)|you rock|you (?:are )?saved (?:me|us|my \w+|our \w+|the \w+)|that (?:was|is) (?:great|helpful|all|perfect)|for (?:your|the|all your|all the) (?:(?:quick|great|fast|prompt|kind) )?(?:help|support|answers?|update|info)|(?:good|great|nice|clever|smart) (?:bot|job|work|one|agent|stuff)|well done|that helps?|this helps?|lol|haha)?\W*$/

/** Thanks in other languages. */
export const FOREIGN_THANKS =
  /^\W*(?:(?:ok|super|gut|perfekt|perfecto|parfait|vielen|muchas|mille|molte)[\s,!.]+)*(?:danke|merci|gracias|grazie|obrigad[oa]|bedankt|dank je|tack|takk|dziękuję|spasibo)(?: (?:schön|sehr|dir|beaucoup|bien|mille))?\W*$/

/** Small talk that wants a short line. */
export const CHAT =
  /^\W*(?:how are you(?: doing)?(?: today)?|how do you do|what is up|sup|are you (?:a (?:bot|human|robot|person)|human|real|an ai)|what is your name|do you like .{1,60}|i love you|you are (?:stupid|bad|wrong|useless|dumb)|good bot|bad bot|are you there|you there|(?:(?:ok(?:ay)?|thanks|thx|ty|great|cool)[\s,!.]*)*(?:i am |i'm |im )?(?:going|off) (?:back )?to (?:bed|sleep|lunch)(?: now)?|(?:that is|thats) (?:all|it)(?: for now| for today)?|talk (?:to you )?later|see you(?: later| tomorrow)?)\W*$/

/** Words of everyday topics that are no part of telemetry; a question with one and without anything of the project is off topic. */
export const OFF_TOPIC = new Set(
  'weather rain rains snow snowing capital president poem joke recipe pizza football soccer movie song lyrics horoscope bitcoin lottery dinner lunch breakfast holiday vacation birthday translate essay novel story haiku president minister stock stocks crypto sport sports news temperature forecast restaurant hotel flight cook girlfriend boyfriend dog cat planet moon geography math philosophy religion politics election'.split(
    ' ',
  ),
)
