/** What is counted or measured, and what of it. */

export const COUNTED = {
  show: `
    which {request|trace|record|line}
    {show|show me|list|list me|list all|list out|find|find me|display|give me|give|print|print out|search}
    {search for|look for|grep|fetch|get me|get|tail|pull|pull up|pull out|let me see|let us see|i want to see}
    {i need|i want|want to see|would like to see|like to see|looking for|bring up|dump|spit out|throw me}
    {send me|hand me|i d like|need to see|i wish to see|view|read me|examples of|example of|sample of|sample}
    {some example|look up|check|let me have|may i see|can i see|can i get|can i have|could i get|could i see}
    {can we see|paste|retrieve|return me}
  `,
  count: `
    {how many|number of|no of|nr of|count|count of|counts of|count up|total number of|total|total count of}
    {total count|how often|how frequently|amount of|how much|quantity of|how many time|how many of|volume of}
    {volume|tally|tally up|number|in total|altogether|sum up|the sum of all|how numerous|what number of}
    {what is the number of|what count of|overall number of|absolute number of|frequency of|occurrence of}
    {total of|add up all|grand total|the count of|in all|all in all|how many did|how many are|how many were}
  `,
  any: `
    {is there|are there|was there|were there|has there been|have there been|had there been|did we {have|see|get|
      receive|encounter|record}|do we {have|get|see}|have we {had|seen|got|received}|did any|has any|
      have any|do any|does any|do you see|did you see|any|was any|were any|did {anyone|anybody|someone|
      somebody}|has {anyone|anybody}|can you see|any sign of|any trace of|got any|are any|is any}
  `,
  distinct: `
    {distinct|unique|different|how many different|individual|separate|various|deduplicated}
    how many [{different|distinct}] {kinds|types|sorts|categories|classes} of
    distinctive
  `,
  sum: `
    {sum of|total of|total amount|total value|sum|add up|total amount of|combined|cumulative|summed|summed up|added up|adding up|all added up|added together}
    {aggregate|aggregated|in sum|cumulated|total sum}
  `,
  log_noun: `
    {log|record|log record|log line|line|message|entry|log entry|log message|event|log statement|log event}
    {logging|output}
  `,
  error_noun: `
    {error|err|exception|stack trace|stacktrace|traceback|error log|error line|log error|error record}
    {client|user|customer side|client side|server side} error
    {logged error|error entry|error event|error message logged|error level|error level line|error level log}
    error log line
  `,
  warn_noun: `
    {warning|warn|warning log|warn level|warning level|warn line|warn log|warning line|warn message}
    {warning message|warn entry|warning record}
  `,
  fatal_noun: `
    {fatal|critical|panic|fatal error|critical error|emergency|fatal level|fatal log|fatal line|crit}
  `,
  info_noun: `
    {info|info log|info message|informational|info level|info line|info record|informational message}
    info entry
  `,
  debug_noun: `
    {debug|debug log|debug message|debug level|debug line|debug output|debug record|debug entry}
  `,
  trace_level: `
    trace level
  `,
  failure_noun: `
    {failed|failing|unsuccessful|errored|erroneous|broken|faulty|bad|erroring|unanswered} {request|call|
      http request|operation|endpoint|route|span|api call|transaction|invocation|hit|response|http call|rpc}
    {request|call|transaction|invocation|api call|http request|http call} {[that|which] [have|had|has|did|do|
      are|were|is|was|got|get|ended|end] [not] {failed|failing|fail|errored|unsuccessful|broken|in error|
      with error|in an error|with an error|in failure|go wrong|went wrong|gone wrong|bombed|blew up|crashed|
      go through|work|make it|succeed with an error|broke|break|dropped|lost|aborted}}
    request {error|failure}
    failure
    error response
    server error
    error answer
    error reply
    errored out
    request with {error|failure}
  `,
  success_noun: `
    {successful|succeeded|ok|good|fine|clean|healthy|working|error free} {request|call|http request|operation|
      transaction|response}
    {request|call|transaction} [that|which] [have|had|has|did|are|were|is|was|got|went|ended] {succeeded|
      succeed|successful|ok|fine|successfully|through|well|without error|without failure|in success}
    worked {fine|out fine|ok|out}
    went {fine|well|ok|through|through fine|smoothly}
    success
    successes
  `,
  request_noun: `
    {request|http request|call|hit|traffic|invocation|transaction|api call|query rate|visit|rpc}
    {operation count|load|http call|http traffic|web request|api request|page view|pageview|incoming request}
    {inbound request|server request|user request}
  `,
  span_noun: `
    span
  `,
  trace_noun: `
    {trace|waterfall|distributed trace}
  `,
  failure_ratio: `
    {error|failure|fail|failed request|request failure|request error|failing request|defect} {rate|ratio|
      percentage|percent|share|proportion|quota|quote|fraction|budget|level in percent}
    {percentage|percent|share|fraction|proportion|ratio|rate|part|portion|%} of [the|all|its|our] {{failed|
      failing|errored|broken|unsuccessful|bad} {request|call|transaction}|error|failure}
    {percentage|percent|share|fraction|proportion|ratio|part|portion} of [the|all|its|our|their] {request|call|
      traffic|transaction} [that|which] [are|is|were|was|have|has|did|do|end|ended|go|went|got|get|being] {fail|
      failed|failing|errored|wrong|in error|with an error|with error|broken|bad|not succeed|unsuccessful|fails|
      lost}
    failing share
    {percent|percentage|%} {failed|fail|failing|of failure|error|of error}
    error %
    rate of {error|failure|failed request|failing request}
    share of {failure|error}
    most error prone
    error prone
    least reliable
    how {error prone|unreliable}
    how much of the {traffic|request} {fail|failed|is failing|failing|errored|breaks}
    how much of {traffic|it} {fail|failed|is failing|failing}
    what {part|share|percentage|fraction|percent|portion} of {request|call|the request|traffic|all request|
      the traffic} {fail|failed|is failing|are failing|were failing|errored|broke|went wrong|goes wrong}
    one in how many {request|call} fail
  `,
  success_ratio: `
    {success|availability|succeeded request|successful request|request success} {rate|ratio|percentage|percent|
      share|quota|fraction}
    availability
    uptime
    reliability
    {percentage|percent|share|fraction|proportion|part} of [the|all|its|our] {request|call|traffic} [that|
      which] [are|is|were|was|have|has|did|do] {succeed|succeeded|successful|successfully|ok|work|worked|
      went through|fine}
    percent successful
    most reliable
    sla
    slo
    {percentage of successful request|share of successful request}
  `,
  share: `
    % of
    %
    {percentage|percent|share|fraction|proportion|ratio|what part|portion|quota|percentages|in percent}
    how many {percent|percentage|%}
    {which part|which share|how large a share|how big a share}
  `,
  rate: `
    {request|call|traffic|query|message|event|hit|transaction} {rate|frequency|throughput|per second|
      per minute|volume per second|volume per minute}
    {rate|throughput|rps|qps|tps|rpm|rate of|frequency|req per second|load in request per second}
  `,
  duration: `
    how {slow|fast|quick|quickly|slowly}
    how long {do|does|did|is|are} [{it|they|this|that|a|an|the|one|these|those}] [take]
    how long take
    how {much|many} {time|ms|millisecond|second} {do|does|did|is}
    took how long
    take how long
    takes how long
    how many {ms|millisecond}
    {latency|latencies|duration|response time|request time|processing time|run time|runtime|answer time}
    {reply time|round trip time|turnaround|turnaround time|service time|time taken|execution time|speed}
    {time to respond|respond|round trip|elapsed|elapsed time|request latency|request duration|handling time}
    {wait time|waiting time|time needed|completion time|call duration|call time|time per request|ttfb}
    {server time|take|took|long taken|ms taken|taking|lasted|need to answer|need to respond}
  `,
  failed_word: `
    {failed|fail|unsuccessful|errored|failing|did not succeed|not successful|went wrong|did not work}
    {not succeed|bombed|flopped|did not go through|not ok|errored out|ended in error|unsuccessfully}
  `,
} as const satisfies Record<string, string>
