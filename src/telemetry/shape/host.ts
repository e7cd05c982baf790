/**
 * Recognises host names: dotted labels that end in a top-level domain. The list is short on purpose: a host with another
 * ending stays text in its shape, and patterns join the shapes of such hosts.
 */
import { ALPHANUMERIC, classOf } from './characters.ts'

const TOP_LEVEL_DOMAINS = new Set(
  (
    'com net org edu gov mil int info biz arpa local internal lan corp cloud app dev ' +
    'ac ae af al am ar at au az ba bd be bg bo br by ca ch ci cl cn co cr cu cy cz de dk do dz ec ee eg es eu fi fr ge gr ' +
    'gt hk hr hu ie il in ir is it jp ke kr kz lk lt lu lv ma md mk mn mt mx my ng ni nl no np nz om pa pe ph pk pl pt py ' +
    'qa ro rs ru sa se sg si sk su sv th tn tr tw tz ua ug uk us uy uz ve vn za zw io'
  ).split(' '),
)

/** Returns true if [start, end) of `line`, in UTF-16 code units, is a host name. */
export function isHostName(line: string, start: number, end: number): boolean {
  let dot = -1
  let label = 0
  for (let i = start; i < end; i++) {
    const code = line.charCodeAt(i)
    if (code === 46) {
      if (label === 0) return false
      dot = i
      label = 0
      continue
    }
    // A label consists of letters, digits and dashes.
    if (code !== 45 && (classOf(code) & ALPHANUMERIC) === 0) return false
    label++
  }
  if (dot < 0 || label < 2 || label > 8) return false
  return TOP_LEVEL_DOMAINS.has(line.slice(dot + 1, end).toLowerCase())
}
