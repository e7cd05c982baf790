/** Chooses the range of time of a view: one that moves with the clock, or two times in the reader's zone. */
import { useState } from 'preact/hooks'
import { absoluteRange, PRESETS, type TimeRangeSearch, timeRangeOf } from '../app/time-range.ts'
import { Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'
import { timeText } from './time.tsx'

export interface TimeRangePickerProps {
  readonly range: TimeRangeSearch
  /** The view puts it into its address. */
  readonly onChange: (range: TimeRangeSearch) => void
}

const CUSTOM = 'custom'

export function TimeRangePicker({ range, onChange }: TimeRangePickerProps) {
  const [isOpen, setOpen] = useState(false)
  const preset = range.to === undefined ? PRESETS.find(({ from }) => from === (range.from ?? 'now-1h')) : undefined
  const { from, to } = timeRangeOf(range, Date.now())
  const items = [
    ...PRESETS.map((one) => ({ id: one.from, label: one.label, isCurrent: one === preset })),
    { id: CUSTOM, label: 'From … to …', isCurrent: preset === undefined },
  ]
  return (
    <>
      <Menu
        label={preset?.label ?? `${timeText(from)} – ${timeText(to)}`}
        items={items}
        onSelect={(id) => (id === CUSTOM ? setOpen(true) : onChange({ from: id }))}
      />
      <Dialog title="Range of time" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Custom
          from={from}
          to={to}
          onChange={(chosen) => {
            setOpen(false)
            onChange(chosen)
          }}
        />
      </Dialog>
    </>
  )
}

/** Browsers take local times without a zone in such fields. */
function localText(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offsetMs).toISOString().slice(0, 19)
}

function Custom({ from, to, onChange }: { from: number; to: number; onChange: (range: TimeRangeSearch) => void }) {
  const [start, setStart] = useState(localText(from))
  const [end, setEnd] = useState(localText(to))
  const [a, b] = [Date.parse(start), Date.parse(end)]
  const isGood = a < b
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isGood) onChange(absoluteRange(a, b))
      }}
    >
      <label class="field">
        From
        <input
          class="input"
          type="datetime-local"
          step="1"
          value={start}
          onInput={(e) => setStart(e.currentTarget.value)}
        />
      </label>
      <label class="field">
        To
        <input
          class="input"
          type="datetime-local"
          step="1"
          value={end}
          onInput={(e) => setEnd(e.currentTarget.value)}
        />
      </label>
      {!isGood && <p role="alert">The end must be after the beginning.</p>}
      <button type="submit" class="button primary" disabled={!isGood}>
        Show
      </button>
    </form>
  )
}
