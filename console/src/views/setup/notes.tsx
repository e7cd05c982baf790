/** What the team knows: notes and runbooks, quoted in investigations that they fit. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useWorkplace } from '../../api/context.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { type FieldSpec, Form, type FormValues } from '../../components/form.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { Answer } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { given } from './form-values.ts'
import { Resource } from './resource.tsx'
import { useSetup } from './setup.ts'

const CHARACTERS_MAX = 20_000

const fieldsOf = (of: FormValues = {}): readonly FieldSpec[] => [
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    initial: of['kind'] ?? 'runbook',
    options: [
      { value: 'runbook', label: 'Runbook: what to do' },
      { value: 'note', label: 'Note: what to know' },
    ],
  },
  { name: 'title', label: 'Title', charactersMax: 200, initial: of['title'] ?? '' },
  {
    name: 'service',
    label: 'Service',
    isOptional: true,
    hint: 'Without one, the whole project.',
    initial: of['service'] ?? '',
  },
  { name: 'url', label: 'Link', isOptional: true, placeholder: 'https://', initial: of['url'] ?? '' },
  { name: 'text', label: 'Text (Markdown)', kind: 'long', charactersMax: CHARACTERS_MAX, initial: of['text'] ?? '' },
]

const bodyOf = ({ kind, title = '', service, url, text = '' }: FormValues) => ({
  kind: kind === 'note' ? ('note' as const) : ('runbook' as const),
  title,
  service: given(service) ?? null,
  url: given(url) ?? null,
  text,
})

export function Notes() {
  const [open, setOpen] = useState<string | null>(null)
  const { query, change } = useSetup('notes', ({ client }, signal) => client.notes.list({ signal }))
  return (
    <>
      <Answer query={query} what="the notes">
        {({ notes }) => (
          <Resource
            title="Notes and runbooks"
            about="Investigations quote the ones that fit their service and what is wrong. They are read as data, never as orders."
            items={notes}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Title', cell: ({ title }) => title },
              { label: 'Kind', cell: ({ kind }) => kind },
              { label: 'Service', cell: ({ service }) => service ?? 'all' },
              { label: 'Version', cell: ({ version }) => version },
              { label: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} as="ago" /> },
            ]}
            empty="Nothing is written down yet"
            add={{
              label: 'New note or runbook',
              form: (close) => (
                <Form
                  fields={fieldsOf()}
                  submit="Save"
                  onSubmit={async (values) => {
                    await change(({ client }) => client.notes.create({ body: bodyOf(values) }))
                    close()
                  }}
                />
              ),
            }}
            actions={(note) => (
              <>
                <button type="button" class="button small" onClick={() => setOpen(note.id)}>
                  Read
                </button>
                <Confirm
                  label="Delete"
                  of={note.title}
                  onConfirm={() => change(({ client }) => client.notes.delete({ path: { noteId: note.id } }))}
                >
                  Investigations will no longer quote it.
                </Confirm>
              </>
            )}
          />
        )}
      </Answer>
      {open && (
        <OneNote
          noteId={open}
          onClose={() => setOpen(null)}
          onSave={async (values) => {
            await change(({ client }) => client.notes.update({ path: { noteId: open }, body: bodyOf(values) }))
            setOpen(null)
          }}
        />
      )}
    </>
  )
}

interface OneNoteProps {
  readonly noteId: string
  readonly onClose: () => void
  readonly onSave: (values: FormValues) => Promise<unknown>
}

function OneNote({ noteId, onClose, onSave }: OneNoteProps) {
  const { client, project } = useWorkplace()
  const [isEdited, setEdited] = useState(false)
  const query = useQuery({
    queryKey: ['setup', project?.id ?? '', 'note', noteId],
    queryFn: ({ signal }) => client.notes.get({ path: { noteId }, signal }),
    staleTime: 0,
  })
  return (
    <Dialog title="Note" isOpen onClose={onClose} shape="drawer">
      <Answer query={query} what="the note">
        {({ note }) =>
          isEdited ? (
            <Form
              fields={fieldsOf({ ...note, service: note.service ?? '', url: note.url ?? '', version: '' })}
              submit="Save"
              onSubmit={onSave}
              onCancel={() => setEdited(false)}
            />
          ) : (
            <div class="stack">
              <h3 class="foreign">{note.title}</h3>
              <Markdown text={note.text} />
              <button type="button" class="button" onClick={() => setEdited(true)}>
                Edit
              </button>
            </div>
          )
        }
      </Answer>
    </Dialog>
  )
}
