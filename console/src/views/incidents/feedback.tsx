/** Whether the answer was right; it is counted, and shown with later incidents that resemble this one. */
import type { Incident } from '@observability-agent/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useWorkplace } from '../../api/context.tsx'
import { sentenceOf } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { toast } from '../../components/toasts.tsx'

export function Feedback({ incident }: { readonly incident: Incident }) {
  const { client, project } = useWorkplace()
  const queries = useQueryClient()
  const [isWrong, setWrong] = useState(false)
  const give = useMutation({
    mutationFn: (body: { verdict: 'right' | 'wrong'; service?: string; note?: string }) =>
      client.incidents.giveFeedback({ path: { incidentId: incident.id }, body }),
    onSuccess: (answer) => {
      queries.setQueryData(['incidents', project?.id ?? '', 'one', incident.id], answer)
      setWrong(false)
      toast('Thank you. Later incidents that resemble this one will show it.')
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  })
  if (incident.brief === null) return null
  const { feedback } = incident
  return (
    <section class="card stack tight" aria-labelledby="feedback">
      <h2 id="feedback">Was this right?</h2>
      {feedback !== null && (
        <p class="foreign">
          Judged {feedback.verdict} <Time at={feedback.at} as="ago" />
          {feedback.service && `; the cause was ${feedback.service}`}
          {feedback.note && `: ${feedback.note}`}
        </p>
      )}
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={give.isPending}
          onClick={() => give.mutate({ verdict: 'right' })}
        >
          Right
        </button>
        <button type="button" class="button" aria-expanded={isWrong} onClick={() => setWrong(!isWrong)}>
          Wrong …
        </button>
      </div>
      {isWrong && (
        <WrongForm isPending={give.isPending} onSend={(rest) => give.mutate({ verdict: 'wrong', ...rest })} />
      )}
    </section>
  )
}

interface WrongFormProps {
  readonly isPending: boolean
  readonly onSend: (rest: { service?: string; note?: string }) => void
}

function WrongForm({ isPending, onSend }: WrongFormProps) {
  const [service, setService] = useState('')
  const [note, setNote] = useState('')
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ ...(service ? { service } : {}), ...(note ? { note } : {}) })
      }}
    >
      <label class="field">
        The service that was the cause
        <input class="input" maxLength={200} value={service} onInput={(e) => setService(e.currentTarget.value)} />
      </label>
      <label class="field">
        What it was
        <textarea
          class="input"
          rows={3}
          maxLength={2000}
          value={note}
          onInput={(e) => setNote(e.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary" disabled={isPending}>
        Send
      </button>
    </form>
  )
}
